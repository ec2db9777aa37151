package feedbackboard

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const webhookTolerance = 5 * time.Minute

// Standard Webhooks has secrets of 24 bytes and more; those of the service have 32.
var webhookSecret = regexp.MustCompile(`\Awhsec_((?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)\z`)

// Event is what a webhook sends. Its Type says what Data is: the reference describes each.
type Event struct {
	// ID is the same at every attempt, and in GET /v1/events.
	ID        string    `json:"id"`
	Type      string    `json:"type"`
	Timestamp time.Time `json:"timestamp"`
	ProjectID string    `json:"project_id"`
	// Sequence is greater for the later one of two events about the same post. A test has none.
	Sequence int64           `json:"sequence"`
	Data     json.RawMessage `json:"data"`
}

// VerifyWebhook gives the event in a request, if the service signed it within the last five minutes; otherwise a *WebhookError. rawBody is the
// body as it came: a body that was parsed and written again has another signature.
func VerifyWebhook(secret string, header http.Header, rawBody []byte) (*Event, error) {
	return VerifyWebhookAt(secret, header, rawBody, time.Now())
}

// VerifyWebhookAt is VerifyWebhook at another time than now; for tests.
func VerifyWebhookAt(secret string, header http.Header, rawBody []byte, now time.Time) (*Event, error) {
	found := webhookSecret.FindStringSubmatch(secret)
	if found == nil {
		return nil, &WebhookError{"secret_invalid", "The secret must be whsec_ and base64, as the service showed it."}
	}
	key, err := base64.StdEncoding.DecodeString(found[1])
	if err != nil {
		return nil, &WebhookError{"secret_invalid", "The secret must be whsec_ and base64, as the service showed it."}
	}
	id, sent, signatures := header.Get("webhook-id"), header.Get("webhook-timestamp"), header.Get("webhook-signature")
	if id == "" || sent == "" || signatures == "" {
		return nil, &WebhookError{"headers_missing", "webhook-id, webhook-timestamp and webhook-signature must be there."}
	}
	seconds, err := strconv.ParseUint(sent, 10, 40)
	age := now.Sub(time.Unix(int64(seconds), 0))
	if err != nil || age > webhookTolerance || age < -webhookTolerance {
		return nil, &WebhookError{"timestamp_invalid", "It was sent more than five minutes ago, or the clocks differ."}
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + sent + "."))
	mac.Write(rawBody)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// After a rotation there are two. Each comparison takes the same time for all that do not fit.
	for _, signature := range strings.Split(signatures, " ") {
		if hmac.Equal([]byte(signature), expected) {
			var event Event
			if err := json.Unmarshal(rawBody, &event); err != nil {
				return nil, &WebhookError{"body_invalid", "The body is not JSON."}
			}
			return &event, nil
		}
	}
	return nil, &WebhookError{"signature_invalid", "Nobody who knows the secret has signed this."}
}
