"""What the program costs, as ratios within one run: machines differ, and are shared; ratios hold."""
