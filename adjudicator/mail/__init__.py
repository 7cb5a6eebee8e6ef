"""Mails to the players: newsletters and order forms, written as files or sent."""
