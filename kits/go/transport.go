package feedbackboard

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"time"
)

var wholeSeconds = regexp.MustCompile(`\A[0-9]{1,9}\z`)

// send is one attempt. No answer is a network_error, and so is a redirect: the service never sends one.
func (c *Client) send(ctx context.Context, parcel *parcel) (*Answer, error) {
	var body io.Reader
	if parcel.body != nil {
		body = bytes.NewReader(parcel.body)
	}
	request, err := http.NewRequestWithContext(ctx, parcel.method, parcel.address, body)
	if err != nil {
		return nil, &Error{Code: "argument_invalid", Title: "This is no address.", cause: err}
	}
	request.Header = parcel.header.Clone()
	response, err := c.http.Do(request)
	if err != nil {
		return nil, lost(ctx, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode/100 == 3 {
		return nil, lost(ctx, err)
	}
	return read(response, text)
}

// read gives the content of the answer. Whoever is on the way may have answered, so everything is checked before it is used.
func read(response *http.Response, text []byte) (*Answer, error) {
	if response.StatusCode == http.StatusNoContent {
		return &Answer{}, nil
	}
	var members map[string]json.RawMessage
	isObject := json.Unmarshal(text, &members) == nil && members != nil
	if isObject && response.StatusCode/100 == 2 {
		return &Answer{JSON: text, ETag: response.Header.Get("ETag")}, nil
	}
	word := func(name string) (found string) {
		_ = json.Unmarshal(members[name], &found) // of another type: as if it were not there
		return found
	}
	retryAfter := waitOf(response.Header.Get("Retry-After"))
	if !isObject || word("code") == "" {
		return nil, &Error{
			Code:       "unexpected_answer",
			Status:     response.StatusCode,
			Title:      fmt.Sprintf("The service did not answer this (status %d).", response.StatusCode),
			Detail:     "Something in between may have: check the network and APIOrigin.",
			RetryAfter: retryAfter,
		}
	}
	failure := &Error{Code: word("code"), Status: response.StatusCode, Title: word("title"), Detail: word("detail"), RequestID: word("request_id"), RetryAfter: retryAfter}
	if json.Unmarshal(members["errors"], &failure.Errors) != nil {
		failure.Errors = nil
	}
	return nil, failure
}

// stopped is the error of a call whose context ended: errors.Is finds context.Canceled or context.DeadlineExceeded in it.
func stopped(cause error) error {
	return &Error{Code: "aborted", Title: "The context ended before the call was done.", cause: cause}
}

func lost(ctx context.Context, cause error) error {
	if ctx.Err() != nil {
		return stopped(ctx.Err())
	}
	return &Error{Code: "network_error", Title: "No answer came.", Detail: "The service is out of reach, or APIOrigin is wrong.", cause: cause}
}

// waitOf reads Retry-After, which holds seconds or an HTTP date.
func waitOf(value string) *time.Duration {
	var wait time.Duration
	if wholeSeconds.MatchString(value) {
		seconds, _ := strconv.Atoi(value)
		wait = time.Duration(seconds) * time.Second
	} else if date, err := http.ParseTime(value); err != nil {
		return nil
	} else if wait = time.Until(date); wait < 0 {
		wait = 0
	}
	return &wait
}
