package main

import (
	"embed"
	"fmt"
	"html/template"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"

	feedbackboard "feedbackboard.example/server"
)

//go:embed static
var static embed.FS

//go:embed pages
var pageFiles embed.FS
var pages = template.Must(template.ParseFS(pageFiles, "pages/*.html"))

// Whether the person confirmed the address, such as by a link in a mail.
var isVerified, isNotVerified = true, false

// Your users are in your database, and their passwords are hashed there.
var people = map[string]feedbackboard.User{
	"ada": {ID: "user-1", GivenName: "Ada", Email: "ada@acme.example", EmailVerified: &isVerified},
	"bob": {ID: "user-2", GivenName: "Bob", Email: "bob@acme.example", EmailVerified: &isNotVerified},
}

var (
	apiOrigin   = strings.TrimSuffix(os.Getenv("FEEDBACK_API_ORIGIN"), "/")
	boardOrigin = strings.TrimSuffix(os.Getenv("FEEDBACK_BOARD_ORIGIN"), "/")
	signedIn    = &sessions{usernames: map[string]string{}}
)

func userOf(r *http.Request) *feedbackboard.User {
	if user, isKnown := people[signedIn.usernameOf(r)]; isKnown {
		return &user
	}
	return nil
}

func main() {
	feedback := newFeedback(userOf)
	mux := http.NewServeMux()
	mux.Handle("/static/", http.FileServer(http.FS(static)))
	mux.HandleFunc("/feedback/token", feedback.token)
	mux.HandleFunc("/feedback/sign-in", feedback.signIn)
	mux.HandleFunc("/login", logIn)
	mux.HandleFunc("/logout", logOut)
	mux.HandleFunc("/", home)

	port := os.Getenv("PORT")
	if port == "" {
		port = "4100"
	}
	fmt.Printf("Acme is at http://localhost:%s\n", port)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, onlyOwnForms(mux)))
}

// Browsers say which site a form comes from. From Go 1.25 on, http.CrossOriginProtection does this.
func onlyOwnForms(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && r.Header.Get("Sec-Fetch-Site") != "same-origin" {
			http.Error(w, "The form was sent by another site.", http.StatusForbidden)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, 10_000)
		next.ServeHTTP(w, r)
	})
}

func home(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/" {
		http.NotFound(w, r)
		return
	}
	show(w, http.StatusOK, "home.html", map[string]any{"User": userOf(r)})
}

func logIn(w http.ResponseWriter, r *http.Request) {
	state := r.FormValue("state")
	if r.Method != http.MethodPost {
		show(w, http.StatusOK, "login.html", map[string]any{"State": state})
		return
	}
	username := r.PostFormValue("username")
	if _, isKnown := people[username]; !isKnown || r.PostFormValue("password") != "demo" {
		show(w, http.StatusUnprocessableEntity, "login.html", map[string]any{"State": state, "HasFailed": true})
		return
	}
	signedIn.begin(w, r, username)
	next := "/"
	if state != "" {
		next = "/feedback/sign-in?" + url.Values{"state": {state}}.Encode()
	}
	http.Redirect(w, r, next, http.StatusSeeOther)
}

func logOut(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		signedIn.end(w, r)
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

func show(w http.ResponseWriter, status int, page string, values map[string]any) {
	nonce := randomText()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", strings.Join([]string{
		"default-src 'self'",
		// The nonce allows the two script tags, and strict-dynamic what widget.js loads.
		"script-src 'nonce-" + nonce + "' 'strict-dynamic'",
		"connect-src 'self' " + apiOrigin,
		"img-src 'self' " + boardOrigin,
		// The login form ends on the board when the visitor came from there.
		"form-action 'self' " + boardOrigin,
		"frame-ancestors 'none'",
		"base-uri 'none'",
	}, "; "))
	values["Nonce"] = nonce
	values["API"] = apiOrigin
	values["Board"] = boardOrigin
	values["ProjectKey"] = os.Getenv("FEEDBACK_PROJECT_KEY")
	w.WriteHeader(status)
	if err := pages.ExecuteTemplate(w, page, values); err != nil {
		log.Print(err)
	}
}
