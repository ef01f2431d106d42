try landfall --help
try landfall -h
try landfall help
landfall | cat # the help for want of a verb is a message, not a result
