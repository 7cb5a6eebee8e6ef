"""What could happen, before it does: the chances of one season's orders, and whole campaigns played by strategies."""
