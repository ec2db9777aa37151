package feedbackboard

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"regexp"
	"strings"
)

const (
	makeOne = "Make one with: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out sign-in-key.pem"
	convert = "openssl pkcs8 -topk8 -nocrypt -in key.pem -out sign-in-key.pem"
)

var (
	pkcs8PEM   = regexp.MustCompile(`-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----`)
	lineBreaks = strings.NewReplacer(`\r`, "\n", `\n`, "\n")
	// DER of the object identifiers id-ecPublicKey and prime256v1, as they follow each other in a PKCS#8 key.
	p256OIDs, _ = hex.DecodeString("06072a8648ce3d020106082a8648ce3d030107")
	base64url   = base64.RawURLEncoding
)

// PublicJWK is a public key for the service: everything in it may be public.
type PublicJWK struct {
	Kty string `json:"kty"`
	Crv string `json:"crv"`
	X   string `json:"x"`
	Y   string `json:"y"`
	// Kid is the RFC 7638 thumbprint: the KeyID of the tokens that the private key signs.
	Kid string `json:"kid"`
	Alg string `json:"alg"`
	Use string `json:"use"`
}

// GenerateKeyPair makes a PKCS#8 PEM, to be kept where only your backend reads it, and the public key to register.
func GenerateKeyPair() (privateKeyPEM string, publicJWK PublicJWK, err error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return "", PublicJWK{}, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return "", PublicJWK{}, err
	}
	x := base64url.EncodeToString(key.X.FillBytes(make([]byte, 32)))
	y := base64url.EncodeToString(key.Y.FillBytes(make([]byte, 32)))
	// RFC 7638: the required members alone, in alphabetical order.
	thumbprint := sha256.Sum256([]byte(fmt.Sprintf(`{"crv":"P-256","kty":"EC","x":"%s","y":"%s"}`, x, y)))
	jwk := PublicJWK{Kty: "EC", Crv: "P-256", X: x, Y: y, Kid: base64url.EncodeToString(thumbprint[:]), Alg: "ES256", Use: "sig"}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})), jwk, nil
}

func readPrivateKey(text string) (*ecdsa.PrivateKey, error) {
	// An environment variable often holds each line break as two characters.
	found := pkcs8PEM.FindStringSubmatch(lineBreaks.Replace(text))
	if found == nil {
		return nil, keyRefusal(whatItIs(text))
	}
	der, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(found[1]), ""))
	if err != nil {
		return nil, keyRefusal("PrivateKey is damaged: between its BEGIN and END lines it is not base64.")
	}
	if !bytes.Contains(der, p256OIDs) {
		return nil, keyRefusal("PrivateKey is not an ECDSA P-256 key. " + makeOne)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(der)
	key, isECDSA := parsed.(*ecdsa.PrivateKey)
	if err != nil || !isECDSA {
		return nil, keyRefusal("PrivateKey is damaged: it cannot be read as an ECDSA P-256 key. " + makeOne)
	}
	return key, nil
}

func whatItIs(text string) string {
	switch {
	case strings.Contains(text, "BEGIN EC PRIVATE KEY"):
		return `PrivateKey is in the SEC 1 format ("BEGIN EC PRIVATE KEY"); it must be PKCS#8. Convert it with: ` + convert
	case strings.Contains(text, "BEGIN ENCRYPTED PRIVATE KEY"):
		return "PrivateKey is encrypted. Decrypt it with: " + convert
	case strings.Contains(text, "BEGIN RSA PRIVATE KEY"):
		return "PrivateKey is an RSA key; it must be ECDSA P-256. " + makeOne
	case strings.Contains(text, "BEGIN PUBLIC KEY"):
		return "PrivateKey is a public key; the private one signs."
	}
	return `PrivateKey must be the text of a PKCS#8 PEM ("-----BEGIN PRIVATE KEY-----" to "-----END PRIVATE KEY-----"), not the path of a file.`
}

func keyRefusal(message string) error {
	return &SigningError{Code: "private_key_invalid", Message: message}
}
