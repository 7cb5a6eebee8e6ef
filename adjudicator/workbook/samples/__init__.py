"""The sample campaigns that come with the program: their content, and where their workbooks are."""
