import signer from '../../../../../../docs/guides/sign-in-tokens/go/main.go?raw'
import { coreOf, type Sample, type SampleValues } from './core.ts'

export function goSample({ projectId, keyId, apiOrigin, boardOrigin }: SampleValues): Sample {
  return {
    language: 'Go',
    id: 'go',
    file: 'feedback.go',
    kit: '/docs/kits/go',
    install: undefined,
    code: `${coreOf(signer).replace('\t"fmt"\n', '\t"net/url"\n')}

const (
	projectID   = "${projectId}"
	keyID       = "${keyId}"
	apiOrigin   = "${apiOrigin}"
	boardOrigin = "${boardOrigin}"
)

// BoardAddress is for your sign-in URL: redirect the visitor to it. state is what the board sent, unchanged.
func BoardAddress(user SignInToken, state string) (string, error) {
	user.Nonce = state
	token, err := signFor(user, boardOrigin)
	return strings.TrimSuffix(boardOrigin, "/") + "/sso/callback#token=" + token + "&state=" + url.QueryEscape(state), err
}

// AppToken is for your own app or the widget: it exchanges the token for a session.
func AppToken(user SignInToken) (string, error) {
	return signFor(user, apiOrigin)
}

func signFor(user SignInToken, audience string) (string, error) {
	text := []byte(os.Getenv("FEEDBACK_PRIVATE_KEY"))
	if len(text) == 0 {
		var err error
		if text, err = os.ReadFile("sign-in-key.pem"); err != nil {
			return "", err
		}
	}
	key, err := ParsePrivateKey(text)
	if err != nil {
		return "", err
	}
	user.Issuer, user.Audience = projectID, audience
	return user.Sign(keyID, key)
}
`,
    use: `// requireUser and currentUser are yours: the first sends guests to your sign-in, the second answers nil for them.
http.HandleFunc("GET /feedback/sign-in", requireUser(func(w http.ResponseWriter, r *http.Request) {
	state := r.URL.Query().Get("state")
	if state == "" { // somebody opened this address by themselves
		http.Redirect(w, r, boardOrigin, http.StatusSeeOther)
		return
	}
	address, err := BoardAddress(SignInToken{Subject: currentUser(r).ID}, state)
	if err != nil {
		http.Error(w, "Sign-in does not work right now.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, address, http.StatusSeeOther)
}))

// Without requireUser: it would send guests to a page, and the widget expects 401.
http.HandleFunc("GET /feedback/token", func(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "application/json")
	user := currentUser(r)
	if user == nil {
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprint(w, \`{"error": "not_signed_in"}\`)
		return
	}
	token, err := AppToken(SignInToken{Subject: user.ID})
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		fmt.Fprint(w, \`{"error": "no_token"}\`)
		return
	}
	json.NewEncoder(w).Encode(map[string]string{"token": token})
})
`,
  }
}
