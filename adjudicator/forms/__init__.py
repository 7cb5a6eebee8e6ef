"""Order forms out, orders in: what a player may choose, what proves a form, how returned orders find their row."""
