module channels

go 1.21
