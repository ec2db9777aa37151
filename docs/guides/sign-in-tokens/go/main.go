// Go 1.19 or newer, standard library only.
package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
)

// SignInToken is what your backend says about a user. Optional fields that are empty do not reach the token.
type SignInToken struct {
	Issuer        string         `json:"iss"` // the project's public id
	Audience      string         `json:"aud"`
	Subject       string         `json:"sub"` // your stable id of the user
	IssuedAt      int64          `json:"iat"`
	ExpiresAt     int64          `json:"exp"`
	ID            string         `json:"jti"`
	Nonce         string         `json:"nonce,omitempty"` // on the board only: the state that the board sent
	Email         string         `json:"email,omitempty"`
	EmailVerified bool           `json:"email_verified,omitempty"`
	GivenName     string         `json:"given_name,omitempty"`
	FamilyName    string         `json:"family_name,omitempty"`
	Locale        string         `json:"locale,omitempty"`
	Traits        map[string]any `json:"traits,omitempty"`
}

// Sign fills in the times and the id, and returns a token that works once.
func (token SignInToken) Sign(keyID string, key *ecdsa.PrivateKey) (string, error) {
	random := make([]byte, 16) // 128 random bits; a UUID has 122
	if _, err := rand.Read(random); err != nil {
		return "", err
	}
	token.Audience = strings.TrimSuffix(token.Audience, "/") // an origin has no slash at its end
	token.ID = base64.RawURLEncoding.EncodeToString(random)
	token.IssuedAt = time.Now().Unix()
	token.ExpiresAt = token.IssuedAt + 300 // at most 600

	header, err := encode(map[string]string{"alg": "ES256", "kid": keyID, "typ": "svc-sso+jwt"})
	if err != nil {
		return "", err
	}
	claims, err := encode(token)
	if err != nil {
		return "", err
	}
	signed := header + "." + claims
	digest := sha256.Sum256([]byte(signed))
	r, s, err := ecdsa.Sign(rand.Reader, key, digest[:])
	if err != nil {
		return "", err
	}
	// JWS asks for r‖s in 64 bytes. ecdsa.SignASN1 would answer DER, and r.Bytes() drops leading zero bytes.
	signature := make([]byte, 64)
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	return signed + "." + base64.RawURLEncoding.EncodeToString(signature), nil
}

// ParsePrivateKey reads a PKCS#8 PEM ("BEGIN PRIVATE KEY").
func ParsePrivateKey(text []byte) (*ecdsa.PrivateKey, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("the private key is not a PEM")
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	key, ok := parsed.(*ecdsa.PrivateKey)
	if !ok || key.Curve != elliptic.P256() {
		return nil, errors.New("the private key is not an ECDSA P-256 key")
	}
	return key, nil
}

func encode(part any) (string, error) {
	text, err := json.Marshal(part)
	return base64.RawURLEncoding.EncodeToString(text), err
}

// From here on: the command line around it.
func main() {
	text, err := os.ReadFile(required("PRIVATE_KEY_FILE"))
	exitOn(err)
	key, err := ParsePrivateKey(text)
	exitOn(err)
	token, err := SignInToken{
		Issuer:   required("PROJECT_ID"),
		Audience: required("AUDIENCE"),
		Subject:  required("USER_ID"),
		Email:    os.Getenv("USER_EMAIL"),
		Nonce:    os.Getenv("NONCE"),
	}.Sign(required("KEY_ID"), key)
	exitOn(err)
	fmt.Println(token)
}

func required(name string) string {
	value := os.Getenv(name)
	if value == "" {
		exitOn(errors.New(name + " is not set"))
	}
	return value
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
