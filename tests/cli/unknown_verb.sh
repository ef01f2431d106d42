try landfall rout
try landfall --hlep
try landfall help convrt
try landfall xyzzy
