package main

import "net/http"

// The test puts the samples of the README here.
func samples(header http.Header, rawBody []byte) {}
