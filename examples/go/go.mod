module acme.example/app

go 1.19

require feedbackboard.example/server v0.0.0

replace feedbackboard.example/server => ../../kits/go
