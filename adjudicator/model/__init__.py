"""Data only: what a campaign is, what was ordered, what happened. Standard library, no input or output."""
