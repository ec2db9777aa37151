package feedbackboard

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	mathrand "math/rand"
	"net/http"
	"regexp"
	"sort"
	"strings"
	"time"
)

// Version is the version of this kit.
const Version = "0.1.0"

const firstPause = 500 * time.Millisecond

var (
	secretKey   = regexp.MustCompile(`\Asvc_sk_\w+\z`)
	originAlone = regexp.MustCompile(`\Ahttps?://[^\s/?#]+\z`)
	headerValue = regexp.MustCompile(`\A[ -~]{1,255}\z`)
	mediaType   = regexp.MustCompile(`\A[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+(?:; ?[a-z]+=[A-Za-z0-9_.+-]+)*\z`)
	braces      = regexp.MustCompile(`\{\w+\}`)
	// Values belong in braces: in the text of a path, an id with a slash or a question mark would lead to another address.
	operations = regexp.MustCompile(`\A(?:GET|POST|PUT|PATCH|DELETE) (?:/(?:\{[a-z_]+\}|\.*[A-Za-z0-9_-][A-Za-z0-9_.-]*))+\z`)
)

// Options are the options of NewClient.
type Options struct {
	// APIOrigin is the API's address without /v1.
	APIOrigin string
	// SecretKey is svc_sk_…, with the scopes that the calls need. It stays on your server.
	SecretKey string `json:"-"`
	// Tries says how often a call is sent at most if repeating can help; 3 by default.
	Tries int
	// LongestWait is the longest pause that a call waits if the service asks for one; a minute by default.
	LongestWait time.Duration
	// RequestTimeout limits one attempt; 30 seconds by default.
	RequestTimeout time.Duration
	// HTTPClient sends the requests; a copy of it, which follows no redirect. http.DefaultClient by default: it keeps connections open for the next
	// call, checks certificates, and uses the proxy that the environment names (HTTPS_PROXY).
	HTTPClient *http.Client `json:"-"`
	// Sleep says how to wait between attempts; for tests.
	Sleep func(ctx context.Context, pause time.Duration) error `json:"-"`
}

// String is without the key.
func (o Options) String() string { return "feedbackboard.Options(" + o.APIOrigin + ")" }

// GoString is without the key.
func (o Options) GoString() string { return o.String() }

// Client calls the API as your team, with a secret key. It sends nothing until it is used, and may be used from all goroutines.
type Client struct {
	base, secretKey string
	options         Options
	http            *http.Client
}

// Params fill what a path names in braces; the others become the query. A []string is one parameter for each value, and a time.Time is sent as the
// API has it.
type Params map[string]any

// Raw is a body that is not JSON, such as the lines of an import.
type Raw struct {
	Data        []byte
	ContentType string
}

// Form makes a form with one part, the file: Form(picture, "image/png"). A call with something else than a media type fails.
func Form(data []byte, contentType string) Raw {
	boundary := randomHex()
	if !mediaType.MatchString(contentType) {
		return Raw{nil, contentType} // which no call sends
	}
	head := "--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file\"\r\nContent-Type: " + contentType + "\r\n\r\n"
	return Raw{append(append([]byte(head), data...), "\r\n--"+boundary+"--\r\n"...), "multipart/form-data; boundary=" + boundary}
}

// Call is what a call carries beside its operation.
type Call struct {
	Params Params
	// Body is written as JSON, unless it is a Raw.
	Body any
	// IdempotencyKey makes a POST harmless to repeat later; by default each call has a new key, the same for all its tries.
	IdempotencyKey string
	// IfMatch is the ETag of what you read: a PATCH is made only if that version is still current.
	IfMatch string
	// Into is a pointer that the answer is decoded into, as json.Unmarshal does, unless it is nil or the service answered with nothing.
	Into any
}

// Answer is what the service answered; empty if it had nothing to say.
type Answer struct {
	JSON json.RawMessage
	// ETag is its version, for IfMatch.
	ETag string
}

// Decode reads the answer into a value, as json.Unmarshal does. An empty answer cannot be read.
func (a *Answer) Decode(into any) error { return json.Unmarshal(a.JSON, into) }

// NewClient refuses wrong options at once, so that a backend which starts can also call.
func NewClient(options Options) (*Client, error) {
	if strings.HasPrefix(options.SecretKey, "svc_pk_") {
		return nil, optionInvalid("SecretKey is the publishable key, which is for apps: pass a secret key, svc_sk_…")
	}
	if !secretKey.MatchString(options.SecretKey) {
		return nil, optionInvalid("SecretKey must be a secret key, svc_sk_…, with nothing around it.")
	}
	// An address copied from a browser ends with a slash, which an origin does not have.
	origin := strings.TrimSuffix(options.APIOrigin, "/")
	if !originAlone.MatchString(origin) {
		return nil, optionInvalid("APIOrigin must be an origin alone, such as https://api.example.com.")
	}
	if options.Tries < 0 || options.LongestWait < 0 || options.RequestTimeout < 0 {
		return nil, optionInvalid("Tries, LongestWait and RequestTimeout must not be negative.")
	}
	if options.Tries == 0 {
		options.Tries = 3
	}
	if options.LongestWait == 0 {
		options.LongestWait = time.Minute
	}
	if options.RequestTimeout == 0 {
		options.RequestTimeout = 30 * time.Second
	}
	if options.Sleep == nil {
		options.Sleep = sleep
	}
	client := http.Client{}
	if options.HTTPClient != nil {
		client = *options.HTTPClient
	}
	client.Timeout = options.RequestTimeout
	// No redirect is followed: the key must only go to the service.
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{base: origin + "/v1", secretKey: options.SecretKey, options: options, http: &client}, nil
}

// String is without the key.
func (c Client) String() string { return "feedbackboard.Client(" + c.base + ")" }

// GoString is without the key.
func (c Client) GoString() string { return c.String() }

// Do makes a call, such as Do(ctx, "POST /posts/{id}/status", Call{…}), and repeats it if that can help and does no harm. Every error is an *Error.
func (c *Client) Do(ctx context.Context, operation string, call Call) (*Answer, error) {
	answer, err := c.deliver(ctx, operation, call)
	if err == nil && call.Into != nil && answer.JSON != nil {
		if wrong := answer.Decode(call.Into); wrong != nil {
			return nil, &Error{Code: "unexpected_answer", Status: 200, Title: "The answer does not fit into Into.", cause: wrong}
		}
	}
	return answer, err
}

func (c *Client) deliver(ctx context.Context, operation string, call Call) (*Answer, error) {
	parcel, err := c.parcel(operation, call)
	if err != nil {
		return nil, err
	}
	mayHaveWorked := false
	for tries := 1; ; tries++ {
		answer, err := c.send(ctx, parcel)
		var failure *Error
		if !errors.As(err, &failure) {
			return answer, err
		}
		// It is gone, as requested: an earlier attempt deleted it, and only its answer was lost.
		if mayHaveWorked && parcel.method == "DELETE" && failure.Status == 404 {
			return &Answer{}, nil
		}
		pause := time.Duration(float64(firstPause) * float64(int(1)<<(tries-1)) * (0.5 + jitter()/2))
		if failure.RetryAfter != nil {
			pause = *failure.RetryAfter
		}
		isUnanswered := failure.Code == "network_error" || failure.Status == 502 || failure.Status == 504
		isRefused := failure.Status == 429 || failure.Status == 503 || failure.Code == "idempotency_in_progress"
		isRepeatable := isRefused || (isUnanswered && parcel.method != "PATCH")
		if !isRepeatable || tries >= c.options.Tries || pause > c.options.LongestWait || ctx.Err() != nil {
			return nil, err
		}
		mayHaveWorked = mayHaveWorked || isUnanswered
		if err := c.options.Sleep(ctx, pause); err != nil {
			return nil, stopped(err)
		}
	}
}

type parcel struct {
	method, address string
	header          http.Header
	body            []byte
}

// parcel is made once for all tries: the key and the text stay the same.
func (c *Client) parcel(operation string, call Call) (*parcel, error) {
	if !operations.MatchString(operation) {
		return nil, argumentInvalid(`An operation is one of the reference, such as "GET /posts/{id}". Pass values by their names.`)
	}
	method, template, _ := strings.Cut(operation, " ")
	address, err := addressOf(template, call.Params)
	if err != nil {
		return nil, err
	}
	header := http.Header{
		"Authorization": {"Bearer " + c.secretKey}, "Accept": {"application/json"}, "User-Agent": {"feedback-board-go/" + Version},
	}
	if method == "POST" {
		key := call.IdempotencyKey
		if key == "" {
			key = randomHex()
		}
		header.Set("Idempotency-Key", key)
	}
	if call.IfMatch != "" {
		header.Set("If-Match", call.IfMatch)
	}
	// A value that no header can hold would look like a network failure, and be tried again.
	for _, name := range []string{"Idempotency-Key", "If-Match"} {
		if value, isSet := header[name]; isSet && !headerValue.MatchString(value[0]) {
			return nil, argumentInvalid(name + " must be 1 to 255 printable ASCII characters.")
		}
	}
	raw, isRaw := call.Body.(Raw)
	if isRaw && !mediaType.MatchString(raw.ContentType) {
		return nil, argumentInvalid("ContentType must be a media type, such as image/png.")
	}
	if !isRaw && call.Body != nil {
		text, err := writeJSON(call.Body)
		if err != nil {
			return nil, argumentInvalid("The body cannot be written as JSON.")
		}
		raw = Raw{text, "application/json"}
	}
	if raw.ContentType != "" {
		header.Set("Content-Type", raw.ContentType)
	}
	return &parcel{method, c.base + address, header, raw.Data}, nil
}

func addressOf(template string, params Params) (string, error) {
	rest := map[string]any{}
	for name, value := range params {
		rest[name] = value
	}
	var wrong string
	path := braces.ReplaceAllStringFunc(template, func(brace string) string {
		name := brace[1 : len(brace)-1]
		value, _ := rest[name].(string)
		delete(rest, name)
		// A name of only dots would mean a parent folder, and so another address.
		if strings.Trim(value, ".") == "" {
			wrong = name
		}
		return encodeText(value)
	})
	if wrong != "" {
		return "", argumentInvalid(wrong + " must be the id of something.")
	}
	var query []string
	for name, value := range rest {
		values, isList := value.([]string)
		if !isList && value != nil {
			values = []string{word(value)}
		}
		for _, one := range values {
			query = append(query, name+"="+encodeText(one))
		}
	}
	if len(query) == 0 {
		return path, nil
	}
	sort.SliceStable(query, func(one, other int) bool { return query[one] < query[other] })
	return path + "?" + strings.Join(query, "&"), nil
}

func word(value any) string {
	if instant, isTime := value.(time.Time); isTime {
		return instant.UTC().Format(time.RFC3339Nano)
	}
	return fmt.Sprint(value)
}

func sleep(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// jitter has a source of its own: that of math/rand is the same in every process before Go 1.20.
func jitter() float64 { return mathrand.New(mathrand.NewSource(time.Now().UnixNano())).Float64() }

func randomHex() string {
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		panic(err) // the system has no randomness: nothing can be signed or sent
	}
	return hex.EncodeToString(random)
}

func optionInvalid(title string) error { return &Error{Code: "option_invalid", Title: title} }

func argumentInvalid(title string) error { return &Error{Code: "argument_invalid", Title: title} }
