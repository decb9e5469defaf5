"""An independent reader of release folders: knows the formats, and nothing of the programs that write them."""
