for verb in route batch field matrix merge compare bench replay keys index info convert generate check; do
    try landfall $verb --help
done
landfall help info | head -1
landfall --help batch | head -1
