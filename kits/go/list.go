package feedbackboard

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

const (
	eventsFullPage     = 100
	eventsWait         = 25
	eventsFirstPause   = time.Second
	eventsLongestPause = time.Minute
)

// List goes over the items of a list: for list.Next() { list.Decode(&item) }, and then list.Err(). One goroutine uses it.
type List struct {
	read  func() (*page, error)
	items []json.RawMessage
	item  json.RawMessage
	isEnd bool
	err   error
}

type page struct {
	data       []json.RawMessage
	nextCursor *string
}

// List gives every item of a list, such as "/posts". The next page is asked for when it is needed; Do reads one page.
func (c *Client) List(ctx context.Context, path string, params Params) *List {
	query := copyOf(params)
	list := &List{}
	list.read = func() (*page, error) {
		read, err := c.page(ctx, path, query)
		if err == nil && read.nextCursor == nil {
			list.isEnd = true
		} else if err == nil {
			query["cursor"] = *read.nextCursor
		}
		return read, err
	}
	return list
}

// Events gives every event after the id of the last one that you handled, and then those that happen: it ends with its context alone. Failures of
// the network and of the service are waited out. If after is empty, it begins with the oldest that is kept.
func (c *Client) Events(ctx context.Context, after string, params Params) *List {
	query := Params{"limit": eventsFullPage, "wait": eventsWait}
	for name, value := range params {
		query[name] = value
	}
	if query["wait"] == 0 {
		query["wait"] = eventsWait // without waiting, it would ask again and again
	}
	if after != "" {
		query["since"] = after
	}
	pause := eventsFirstPause
	return &List{read: func() (*page, error) {
		for {
			read, err := c.page(ctx, "/events", query)
			var failure *Error
			if errors.As(err, &failure) && ctx.Err() == nil && (failure.Code == "network_error" || failure.Status == 429 || failure.Status >= 500) {
				if ended := c.options.Sleep(ctx, pause); ended != nil {
					return nil, stopped(ended)
				}
				if pause *= 2; pause > eventsLongestPause {
					pause = eventsLongestPause
				}
				continue
			}
			if err == nil && read.nextCursor != nil {
				query["cursor"] = *read.nextCursor
			}
			pause = eventsFirstPause
			return read, err
		}
	}}
}

// Next goes to the next item. It says false at the end, and after an error.
func (l *List) Next() bool {
	for len(l.items) == 0 {
		if l.isEnd || l.err != nil {
			return false
		}
		read, err := l.read()
		if err != nil {
			l.err = err
			return false
		}
		l.items = read.data
	}
	l.item, l.items = l.items[0], l.items[1:]
	return true
}

// Decode reads the item into a value, as json.Unmarshal does.
func (l *List) Decode(into any) error { return json.Unmarshal(l.item, into) }

// Err is the error that ended the list, if one did.
func (l *List) Err() error { return l.err }

func (c *Client) page(ctx context.Context, path string, params Params) (*page, error) {
	answer, err := c.Do(ctx, "GET "+path, Call{Params: params})
	if err != nil {
		return nil, err
	}
	var read struct {
		Data       *[]json.RawMessage `json:"data"`
		NextCursor *string            `json:"next_cursor"`
	}
	// Somebody else's answer must not look like the end of a list.
	if wrong := answer.Decode(&read); wrong != nil || read.Data == nil {
		return nil, &Error{Code: "unexpected_answer", Status: 200, Title: "This is no page of a list.", Detail: "Check the path and APIOrigin.", cause: wrong}
	}
	return &page{*read.Data, read.NextCursor}, nil
}

func copyOf(params Params) Params {
	copied := Params{}
	for name, value := range params {
		copied[name] = value
	}
	return copied
}
