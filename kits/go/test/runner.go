// Reads a task from standard input, does what it says with this kit, and prints a report: see docs/guides/kits/write-a-kit.md.
package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	feedbackboard "feedbackboard.example/server"
)

type signing struct {
	ProjectID  string `json:"project_id"`
	PrivateKey string `json:"private_key"`
	KeyID      string `json:"key_id"`
	Audience   string `json:"audience"`
	User       struct {
		ID            string         `json:"id"`
		Email         string         `json:"email"`
		EmailVerified *bool          `json:"email_verified"`
		GivenName     string         `json:"given_name"`
		FamilyName    string         `json:"family_name"`
		Locale        string         `json:"locale"`
		Traits        map[string]any `json:"traits"`
	} `json:"user"`
	Nonce    string `json:"nonce"`
	Lifetime int64  `json:"lifetime_seconds"`
	Now      *int64 `json:"now"`
}

type webhook struct {
	Secret  string            `json:"secret"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
	Now     int64             `json:"now"`
}

type step struct {
	Call string          `json:"call"`
	Read json.RawMessage `json:"read"`
	Args struct {
		Path           map[string]string `json:"path"`
		Query          map[string]any    `json:"query"`
		Body           any               `json:"body"`
		IfMatch        string            `json:"if_match"`
		IfMatchOf      *int              `json:"if_match_of"`
		IdempotencyKey string            `json:"idempotency_key"`
	} `json:"args"`
}

type calls struct {
	Origin  string `json:"origin"`
	Options struct {
		SecretKey      string `json:"secret_key"`
		APIOrigin      string `json:"api_origin"`
		Tries          int    `json:"tries"`
		LongestWait    int64  `json:"longest_wait_ms"`
		RequestTimeout int64  `json:"request_timeout_ms"`
	} `json:"options"`
	Steps []step `json:"steps"`
}

type members = map[string]any

func main() {
	var task struct {
		Signing  []signing
		Webhooks []webhook
		Calls    []calls
		Webhook  webhook
		Live     liveTask
	}
	must(json.NewDecoder(os.Stdin).Decode(&task))
	var signed, verified, called []any
	for _, one := range task.Signing {
		signed = append(signed, sign(one))
	}
	for _, one := range task.Webhooks {
		verified = append(verified, verify(one))
	}
	for _, one := range task.Calls {
		called = append(called, call(one))
	}
	must(json.NewEncoder(os.Stdout).Encode(members{
		"signing": signed, "webhooks": verified, "calls": called, "printed": printed(task.Webhook), "live": live(task.Live), "shown": shown(),
	}))
}

func sign(given signing) any {
	input := feedbackboard.TokenInput{
		ProjectID: given.ProjectID, PrivateKey: given.PrivateKey, KeyID: given.KeyID, Audience: given.Audience,
		User: feedbackboard.User(given.User), Nonce: given.Nonce, Lifetime: time.Duration(given.Lifetime) * time.Second,
	}
	if given.Now != nil {
		input.Now = time.Unix(*given.Now, 0)
	}
	token, err := feedbackboard.SignInToken(input)
	var refusal *feedbackboard.SigningError
	if errors.As(err, &refusal) {
		return members{"error": members{"code": refusal.Code, "message": refusal.Message}}
	}
	must(err)
	return members{"token": token}
}

func verify(given webhook) any {
	_, err := feedbackboard.VerifyWebhookAt(given.Secret, headerOf(given), []byte(given.Body), time.Unix(given.Now, 0))
	var refusal *feedbackboard.WebhookError
	if errors.As(err, &refusal) {
		return members{"error": refusal.Code}
	}
	must(err)
	return members{"event": json.RawMessage(given.Body)}
}

func headerOf(given webhook) http.Header {
	header := http.Header{}
	for name, value := range given.Headers {
		header.Set(name, value)
	}
	return header
}

func call(given calls) any {
	outcomes, pauses := []any{}, []float64{}
	report := func() members {
		return members{"outcomes": outcomes, "pauses": pauses, "tokens_asked": 0, "told": []any{}}
	}
	origin := given.Origin
	if given.Options.APIOrigin != "" {
		origin = given.Options.APIOrigin
	}
	client, err := feedbackboard.NewClient(feedbackboard.Options{
		APIOrigin: origin, SecretKey: given.Options.SecretKey, Tries: given.Options.Tries,
		LongestWait:    time.Duration(given.Options.LongestWait) * time.Millisecond,
		RequestTimeout: time.Duration(given.Options.RequestTimeout) * time.Millisecond,
		Sleep: func(_ context.Context, pause time.Duration) error {
			pauses = append(pauses, float64(pause)/float64(time.Millisecond))
			return nil
		},
	})
	if err != nil {
		refused := report()
		refused["refused"] = described(err)
		return refused
	}
	var answers []*feedbackboard.Answer
	for _, one := range given.Steps {
		value, answer, err := outcome(client, one, answers)
		answers = append(answers, answer)
		if err != nil {
			outcomes = append(outcomes, members{"error": described(err)})
		} else {
			outcomes = append(outcomes, members{"value": value})
		}
	}
	return report()
}

func outcome(client *feedbackboard.Client, given step, answers []*feedbackboard.Answer) (any, *feedbackboard.Answer, error) {
	params := feedbackboard.Params{}
	for name, value := range given.Args.Query {
		params[name] = value
		if list, isList := value.([]any); isList {
			words := []string{}
			for _, word := range list {
				words = append(words, word.(string))
			}
			params[name] = words
		}
	}
	for name, value := range given.Args.Path {
		params[name] = value
	}
	if given.Read != nil {
		most := -1
		_ = json.Unmarshal(given.Read, &most) // "all" leaves it
		items := []any{}
		list := client.List(context.Background(), given.Call[len("GET "):], params)
		for len(items) != most && list.Next() {
			var item any
			must(list.Decode(&item))
			items = append(items, item)
		}
		return items, nil, list.Err()
	}
	version := given.Args.IfMatch
	if given.Args.IfMatchOf != nil {
		version = answers[*given.Args.IfMatchOf].ETag
	}
	answer, err := client.Do(context.Background(), given.Call, feedbackboard.Call{
		Params: params, Body: given.Args.Body, IdempotencyKey: given.Args.IdempotencyKey, IfMatch: version,
	})
	if err != nil || answer.JSON == nil {
		return nil, answer, err
	}
	return answer.JSON, answer, nil
}

func described(err error) any {
	var failure *feedbackboard.Error
	if !errors.As(err, &failure) {
		panic(err)
	}
	facts := members{
		"code": failure.Code, "status": failure.Status, "title": failure.Title, "detail": failure.Detail, "errors": append([]feedbackboard.Place{}, failure.Errors...),
	}
	if failure.RequestID != "" {
		facts["request_id"] = failure.RequestID
	}
	if failure.RetryAfter != nil {
		facts["retry_after_ms"] = failure.RetryAfter.Milliseconds()
	}
	return facts
}

// printed is what the samples of README and guide, which the test put into samples(), print.
func printed(given webhook) string {
	out := os.Stdout
	reader, writer, err := os.Pipe()
	must(err)
	os.Stdout = writer
	samples(headerOf(given), []byte(given.Body))
	os.Stdout = out
	must(writer.Close())
	text, err := io.ReadAll(reader)
	must(err)
	return string(text)
}

type liveTask struct {
	Origin  string `json:"origin"`
	Picture string `json:"picture"`
	Lines   string `json:"lines"`
}

func live(given liveTask) any {
	ctx := context.Background()
	board, err := feedbackboard.NewClient(feedbackboard.Options{APIOrigin: given.Origin, SecretKey: os.Getenv("FEEDBACK_SECRET_KEY")})
	must(err)
	bytes, err := base64.StdEncoding.DecodeString(given.Picture)
	must(err)
	var picture struct{ Markdown string }
	_, err = board.Do(ctx, "POST /files", feedbackboard.Call{Body: feedbackboard.Form(bytes, "image/png"), Into: &picture})
	must(err)
	since := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	_, err = board.Do(ctx, "GET /posts", feedbackboard.Call{Params: feedbackboard.Params{"updated_after": since}})
	must(err)
	_, err = board.Do(ctx, "POST /posts", feedbackboard.Call{Body: members{"title": "With a time", "created_at": since}})
	must(err)
	lines := feedbackboard.Call{
		Params: feedbackboard.Params{"source": "old-tool", "dry_run": true}, Body: feedbackboard.Raw{Data: []byte(given.Lines), ContentType: "application/x-ndjson"},
	}
	imported, err := board.Do(ctx, "POST /imports", lines)
	must(err)
	_, badForm := board.Do(ctx, "POST /files", feedbackboard.Call{Body: feedbackboard.Form(nil, "image/png\r\nX-Other: 1")})
	_, badType := board.Do(ctx, "POST /imports", feedbackboard.Call{Body: feedbackboard.Raw{ContentType: "text/plain\r\nX-Other: 1"}})
	return members{"markdown": picture.Markdown, "imported": imported.JSON, "refused": []string{codeOf(badForm), codeOf(badType)}}
}

func codeOf(err error) string {
	var failure *feedbackboard.Error
	errors.As(err, &failure)
	return failure.Code
}

func shown() (texts []string) {
	signerOptions := feedbackboard.SignerOptions{
		ProjectID: "prj_1", KeyID: "k", PrivateKey: os.Getenv("FEEDBACK_PRIVATE_KEY"), APIOrigin: "https://a.example", BoardOrigin: "https://b.example",
	}
	signer, err := feedbackboard.NewSigner(signerOptions)
	must(err)
	options := feedbackboard.Options{APIOrigin: "http://127.0.0.1:9", SecretKey: os.Getenv("FEEDBACK_SECRET_KEY"), Tries: 1}
	board, err := feedbackboard.NewClient(options)
	must(err)
	_, lost := board.Do(context.Background(), "GET /posts", feedbackboard.Call{})
	input := feedbackboard.TokenInput{PrivateKey: signerOptions.PrivateKey}
	for _, value := range []any{signerOptions, signer, *signer, options, board, *board, input, lost} {
		texts = append(texts, fmt.Sprintf("%v %+v %#v", value, value, value))
	}
	written, err := json.Marshal([]any{options, signerOptions, input})
	must(err)
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := board.Do(stopped, "GET /posts", feedbackboard.Call{}); !errors.Is(err, context.Canceled) || codeOf(err) != "aborted" {
		panic("a context that ended is not found in the error")
	}
	return append(texts, string(written))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
