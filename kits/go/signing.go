package feedbackboard

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	recommendedLifetime = 300 * time.Second
	longestLifetime     = 600 * time.Second
	largestTraitsBytes  = 2048
	largestTokenBytes   = 8192
)

var (
	projectID = regexp.MustCompile(`\Aprj_[0-9A-Za-z]+\z`)
	keyID     = regexp.MustCompile(`\A[A-Za-z0-9._-]{1,128}\z`)
	origins   = regexp.MustCompile(`\A(https?)://(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::([1-9][0-9]{0,4}))?\z`)
)

// User is a user of yours, as you vouch for them. Fields with their zero value count as not set.
type User struct {
	// ID is your stable id of the user, 1 to 255 characters. Never an e-mail address, which can change its owner.
	ID string
	// Email is for notifications; never shown. Unless EmailVerified points to true, nothing is mailed to it.
	Email         string
	EmailVerified *bool
	// GivenName is only a name that the user set, never one that falls back to the e-mail address.
	GivenName  string
	FamilyName string
	Locale     string
	// Traits has keys that the project allows, such as a plan; at most 2,048 bytes as JSON. The service drops other keys.
	Traits map[string]any
}

// TokenInput is what a token is made of.
type TokenInput struct {
	// ProjectID is the project's public id, prj_….
	ProjectID string
	// PrivateKey is the text of a PKCS#8 PEM.
	PrivateKey string `json:"-"`
	// KeyID is the kid under which the public key is registered.
	KeyID string
	// Audience is the API's origin for the exchange in your app; the board's canonical origin for sign-in on the board.
	Audience string
	User     User
	// Nonce is the state that the board sent; on the board only.
	Nonce string
	// Lifetime is one second to ten minutes; five minutes by default.
	Lifetime time.Duration
	// Now is the time of this machine by default.
	Now time.Time
}

// String is without the key.
func (input TokenInput) String() string { return "feedbackboard.TokenInput(" + input.ProjectID + ")" }

// GoString is without the key.
func (input TokenInput) GoString() string { return input.String() }

// SignInToken signs a token that works once. A Signer is the shorter way, which also cannot mix up the two audiences.
func SignInToken(input TokenInput) (string, error) {
	key, err := readPrivateKey(input.PrivateKey)
	if err != nil {
		return "", err
	}
	return sign(key, input)
}

// SignerOptions are the options of NewSigner.
type SignerOptions struct {
	// ProjectID is the project's public id, prj_….
	ProjectID string
	// KeyID is the kid under which the public key is registered.
	KeyID string
	// PrivateKey is the text of a PKCS#8 PEM.
	PrivateKey string `json:"-"`
	// APIOrigin is the API's address without /v1.
	APIOrigin string
	// BoardOrigin is the board's canonical origin.
	BoardOrigin string
	// Lifetime is one second to ten minutes; five minutes by default.
	Lifetime time.Duration
}

// String is without the key.
func (o SignerOptions) String() string { return "feedbackboard.SignerOptions(" + o.ProjectID + ")" }

// GoString is without the key.
func (o SignerOptions) GoString() string { return o.String() }

// Signer signs for both places where users sign in. It may be used from all goroutines.
type Signer struct {
	key                    *ecdsa.PrivateKey
	common                 TokenInput
	apiOrigin, boardOrigin string
}

// NewSigner refuses wrong options at once, so that a backend which starts can also sign.
func NewSigner(options SignerOptions) (*Signer, error) {
	key, err := readPrivateKey(options.PrivateKey)
	if err != nil {
		return nil, err
	}
	apiOrigin, err := checkOrigin(options.APIOrigin, "APIOrigin")
	if err != nil {
		return nil, err
	}
	boardOrigin, err := checkOrigin(options.BoardOrigin, "BoardOrigin")
	if err != nil {
		return nil, err
	}
	common := TokenInput{ProjectID: options.ProjectID, KeyID: options.KeyID, Lifetime: options.Lifetime}
	if _, err = common.lifetime(); err != nil {
		return nil, err
	}
	if err = common.checkIDs(); err != nil {
		return nil, err
	}
	return &Signer{key, common, apiOrigin, boardOrigin}, nil
}

// String is without the key.
func (s Signer) String() string { return "feedbackboard.Signer(" + s.common.ProjectID + ")" }

// GoString is without the key.
func (s Signer) GoString() string { return s.String() }

// ForApp makes a token for your app, which exchanges it for a session.
func (s *Signer) ForApp(user User) (string, error) {
	input := s.common
	input.Audience, input.User = s.apiOrigin, user
	return sign(s.key, input)
}

// ForBoard makes a token for a visitor whom the board sent with a state. BoardCallback is this and the address in one.
func (s *Signer) ForBoard(user User, state string) (string, error) {
	if state == "" {
		return "", stateMissing()
	}
	input := s.common
	input.Audience, input.User, input.Nonce = s.boardOrigin, user, state
	return sign(s.key, input)
}

// BoardCallback is the address to redirect a visitor to whom the board sent with a state; it holds a token made for them.
func (s *Signer) BoardCallback(user User, state string) (string, error) {
	token, err := s.ForBoard(user, state)
	if err != nil {
		return "", err
	}
	return BoardCallbackURL(s.boardOrigin, token, state)
}

// BoardCallbackURL is the address for a visitor whom the board sent. The fragment keeps the token out of logs and the Referer header.
func BoardCallbackURL(boardOrigin, token, state string) (string, error) {
	origin, err := checkOrigin(boardOrigin, "boardOrigin")
	if err != nil {
		return "", err
	}
	if state == "" {
		return "", stateMissing()
	}
	return origin + "/sso/callback#token=" + encodeText(token) + "&state=" + encodeText(state), nil
}

func sign(key *ecdsa.PrivateKey, input TokenInput) (string, error) {
	claims, err := input.claims()
	if err != nil {
		return "", err
	}
	header := map[string]any{"alg": "ES256", "kid": input.KeyID, "typ": "svc-sso+jwt"}
	if !isSignable(claims) {
		return "", textInvalid()
	}
	headerJSON, _ := writeJSON(header)
	claimsJSON, err := writeJSON(claims)
	if err != nil {
		return "", userInvalid("the user cannot be written as JSON.")
	}
	signed := base64url.EncodeToString(headerJSON) + "." + base64url.EncodeToString(claimsJSON)
	hash := sha256.Sum256([]byte(signed))
	r, s, err := ecdsa.Sign(rand.Reader, key, hash[:])
	if err != nil {
		return "", err
	}
	// r‖s in 64 bytes, as JWS asks.
	signature := append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...)
	token := signed + "." + base64url.EncodeToString(signature)
	if len(token) > largestTokenBytes {
		return "", &SigningError{"token_too_large", fmt.Sprintf(
			"The token has %d bytes; at most %d are accepted. Shorten what the user's fields hold.", len(token), largestTokenBytes)}
	}
	return token, nil
}

func (input TokenInput) claims() (map[string]any, error) {
	if err := input.checkIDs(); err != nil {
		return nil, err
	}
	audience, err := checkOrigin(input.Audience, "Audience")
	if err != nil {
		return nil, err
	}
	lifetime, err := input.lifetime()
	if err != nil {
		return nil, err
	}
	now := input.Now
	if now.IsZero() {
		now = time.Now()
	}
	if now.Unix() < 0 {
		return nil, &SigningError{"time_invalid", "Now must be after 1970."}
	}
	jti := make([]byte, 16)
	if _, err := rand.Read(jti); err != nil {
		return nil, err
	}
	claims, err := input.User.claims()
	if err != nil {
		return nil, err
	}
	claims["iss"], claims["aud"] = input.ProjectID, audience
	claims["iat"], claims["exp"] = now.Unix(), now.Unix()+int64(lifetime/time.Second)
	claims["jti"] = base64url.EncodeToString(jti)
	if input.Nonce != "" {
		claims["nonce"] = input.Nonce
	}
	return claims, nil
}

func (input TokenInput) checkIDs() error {
	if !projectID.MatchString(input.ProjectID) {
		return &SigningError{"project_id_invalid", "ProjectID must be the project's public id, which begins with prj_."}
	}
	if !keyID.MatchString(input.KeyID) {
		return &SigningError{"key_id_invalid", `KeyID must be the signing key's "kid": 1 to 128 of A-Z a-z 0-9 . _ -`}
	}
	return nil
}

func (input TokenInput) lifetime() (time.Duration, error) {
	lifetime := input.Lifetime
	if lifetime == 0 {
		lifetime = recommendedLifetime
	}
	if lifetime < time.Second || lifetime > longestLifetime || lifetime%time.Second != 0 {
		return 0, &SigningError{"lifetime_invalid", "Lifetime must be whole seconds, from one second to ten minutes; five minutes are recommended."}
	}
	return lifetime, nil
}

func (user User) claims() (map[string]any, error) {
	if user.ID == "" {
		return nil, userInvalid("User.ID must not be empty.")
	}
	claims := map[string]any{}
	for _, field := range []struct {
		claim, name, value string
		most               int
	}{
		{"sub", "ID", user.ID, 255},
		{"email", "Email", user.Email, 320},
		{"given_name", "GivenName", user.GivenName, 100},
		{"family_name", "FamilyName", user.FamilyName, 100},
		{"locale", "Locale", user.Locale, 35},
	} {
		if utf8.RuneCountInString(field.value) > field.most {
			return nil, userInvalid(fmt.Sprintf("User.%s must have at most %d characters.", field.name, field.most))
		}
		if field.value != "" {
			claims[field.claim] = field.value
		}
	}
	if user.EmailVerified != nil {
		claims["email_verified"] = *user.EmailVerified
	}
	if user.Traits == nil {
		return claims, nil
	}
	if !isSignable(user.Traits) { // json would replace what is not UTF-8
		return nil, textInvalid()
	}
	traits, err := writeJSON(user.Traits)
	if err != nil {
		return nil, userInvalid("User.Traits cannot be written as JSON.")
	}
	if len(traits) > largestTraitsBytes {
		return nil, &SigningError{"traits_too_large", fmt.Sprintf(
			"User.Traits are %d bytes as JSON; at most %d are allowed.", len(traits), largestTraitsBytes)}
	}
	// Read again, so that the measured size is the size that is signed.
	var written map[string]any
	decoder := json.NewDecoder(bytes.NewReader(traits))
	decoder.UseNumber()
	if err := decoder.Decode(&written); err != nil {
		return nil, userInvalid("User.Traits cannot be written as JSON.")
	}
	claims["traits"] = written
	return claims, nil
}

func isSignable(value any) bool {
	switch value := value.(type) {
	case string:
		return utf8.ValidString(value) && !strings.Contains(value, "\x00")
	case map[string]any:
		for name, member := range value {
			if !isSignable(name) || !isSignable(member) {
				return false
			}
		}
	case []any:
		for _, item := range value {
			if !isSignable(item) {
				return false
			}
		}
	}
	return true
}

// checkOrigin takes a slash off the end: browsers add it to the addresses that they show. The service compares origins exactly, so each has
// one spelling: small letters, and without the port that its scheme has anyway.
func checkOrigin(value, name string) (string, error) {
	origin := strings.TrimSuffix(value, "/")
	found := origins.FindStringSubmatch(origin)
	if found == nil || found[1]+found[2] == "http80" || found[1]+found[2] == "https443" {
		return "", &SigningError{"origin_invalid",
			name + " must be an origin alone, such as https://api.example.com, in small letters and without a path."}
	}
	return origin, nil
}

func stateMissing() error {
	return &SigningError{"state_missing", `The state is missing: pass the one "state" query parameter with which the board sent the visitor to your ` +
		"sign-in URL. Without one the visit did not begin on the board, so send the visitor there first."}
}

func textInvalid() error {
	return &SigningError{"text_invalid", "A text of the user or the state holds a NUL character or is not UTF-8."}
}

func userInvalid(message string) error {
	return &SigningError{"user_invalid", message}
}

// writeJSON leaves < > & as they are, so that sizes are those of other languages.
func writeJSON(value any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimRight(text.Bytes(), "\n"), nil
}

var asInAddresses = strings.NewReplacer("+", "%20", "%21", "!", "%27", "'", "%28", "(", "%29", ")", "%2A", "*")

// encodeText makes a text part of an address.
func encodeText(text string) string {
	return asInAddresses.Replace(url.QueryEscape(strings.ToValidUTF8(text, "\uFFFD")))
}
