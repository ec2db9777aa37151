module feedbackboard.example/server

go 1.19
