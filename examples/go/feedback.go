package main

import (
	"encoding/json"
	"log"
	"net/http"
	"net/url"
	"os"

	feedbackboard "feedbackboard.example/server"
)

// The two addresses that the board and the widget need.
type feedback struct {
	signer      *feedbackboard.Signer
	boardOrigin string
	// The signed-in user of a request, or nil. Never somebody whom the request names.
	userOf func(*http.Request) *feedbackboard.User
}

func newFeedback(userOf func(*http.Request) *feedbackboard.User) *feedback {
	privateKey, err := os.ReadFile(os.Getenv("FEEDBACK_PRIVATE_KEY_FILE"))
	if err != nil {
		log.Fatal(err)
	}
	signer, err := feedbackboard.NewSigner(feedbackboard.SignerOptions{
		ProjectID:   os.Getenv("FEEDBACK_PROJECT_ID"),
		KeyID:       os.Getenv("FEEDBACK_KEY_ID"),
		PrivateKey:  string(privateKey),
		APIOrigin:   os.Getenv("FEEDBACK_API_ORIGIN"),
		BoardOrigin: os.Getenv("FEEDBACK_BOARD_ORIGIN"),
	})
	if err != nil {
		log.Fatal(err)
	}
	return &feedback{signer, os.Getenv("FEEDBACK_BOARD_ORIGIN"), userOf}
}

// A script asks here, so a guest gets 401 and JSON, not a redirect to a page.
func (f *feedback) token(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "application/json")
	user := f.userOf(r)
	if user == nil {
		w.WriteHeader(http.StatusUnauthorized)
		json.NewEncoder(w).Encode(map[string]string{"error": "not_signed_in"})
		return
	}
	token, err := f.signer.ForApp(*user)
	if err != nil {
		http.Error(w, `{"error":"not_signed"}`, http.StatusInternalServerError)
		return
	}
	json.NewEncoder(w).Encode(map[string]string{"token": token})
}

// The project's sign-in URL: the board sends a visitor here with a state, and they go back with a token.
func (f *feedback) signIn(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	state := r.URL.Query().Get("state")
	if state == "" {
		http.Redirect(w, r, f.boardOrigin, http.StatusSeeOther)
		return
	}
	user := f.userOf(r)
	if user == nil {
		http.Redirect(w, r, "/login?"+url.Values{"state": {state}}.Encode(), http.StatusSeeOther)
		return
	}
	callback, err := f.signer.BoardCallback(*user, state)
	if err != nil { // a state that no token can hold did not come from the board
		http.Error(w, "This link does not work. Begin again on the board.", http.StatusBadRequest)
		return
	}
	http.Redirect(w, r, callback, http.StatusSeeOther)
}
