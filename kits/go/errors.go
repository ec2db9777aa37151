// Package feedbackboard is for your backend: it signs the tokens with which you vouch for your users on a feedback board, checks what webhooks
// send, and calls the board's API with a secret key.
package feedbackboard

import (
	"strings"
	"time"
)

// SigningError says that the input cannot become a token that the service would accept. It never holds a key, a token or a claim's value.
type SigningError struct {
	Code    string
	Message string
}

func (e *SigningError) Error() string { return e.Message }

// WebhookError says that what was sent is not from the service, or is too old. Answer with a 400 and do nothing. It never holds the secret.
type WebhookError struct {
	Code    string
	Message string
}

func (e *WebhookError) Error() string { return e.Code + ": " + e.Message }

// Error is an error of the service or of the connection to it. Match on Code. It never holds the key.
type Error struct {
	Code string
	// Status is the HTTP status; 0 if there was no answer.
	Status int
	Title  string
	// Detail says what to do about it.
	Detail string
	// RequestID finds the request in the service's log.
	RequestID string
	// Errors are the invalid places of a body or query.
	Errors []Place
	// RetryAfter is how long the service asked to wait; nil if it did not.
	RetryAfter *time.Duration
	cause      error
}

// Place is an invalid place of a body or query.
type Place struct {
	Pointer string `json:"pointer"`
	Detail  string `json:"detail"`
}

func (e *Error) Error() string { return strings.TrimRight(e.Code+": "+e.Title+" "+e.Detail, " ") }

// Unwrap returns the error of the connection, if there was one.
func (e *Error) Unwrap() error { return e.cause }
