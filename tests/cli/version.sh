try landfall --version
try landfall -V
