package main

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"os"
	"sync"
)

// Go has no sessions of its own. These are in memory: they end with the process.
type sessions struct {
	mutex     sync.Mutex
	usernames map[string]string
}

func (s *sessions) usernameOf(r *http.Request) string {
	cookie, err := r.Cookie("session")
	if err != nil {
		return ""
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.usernames[cookie.Value]
}

func (s *sessions) begin(w http.ResponseWriter, r *http.Request, username string) {
	s.forget(r)
	id := randomText()
	s.mutex.Lock()
	s.usernames[id] = username
	s.mutex.Unlock()
	setCookie(w, r, id, 8*60*60)
}

func (s *sessions) end(w http.ResponseWriter, r *http.Request) {
	s.forget(r)
	setCookie(w, r, "", -1)
}

func (s *sessions) forget(r *http.Request) {
	if cookie, err := r.Cookie("session"); err == nil {
		s.mutex.Lock()
		delete(s.usernames, cookie.Value)
		s.mutex.Unlock()
	}
}

func setCookie(w http.ResponseWriter, r *http.Request, value string, maxAge int) {
	http.SetCookie(w, &http.Cookie{
		Name: "session", Value: value, Path: "/", MaxAge: maxAge,
		HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: r.TLS != nil || os.Getenv("HTTPS") == "1", // HTTPS=1: behind a proxy that ends TLS
	})
}

func randomText() string {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		panic(err)
	}
	return base64.RawURLEncoding.EncodeToString(bytes)
}
