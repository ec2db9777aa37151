package com.example.acme;

import java.security.Principal;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

@Controller
public class PagesController {
    private final FeedbackProperties feedback;

    public PagesController(FeedbackProperties feedback) {
        this.feedback = feedback;
    }

    @GetMapping("/")
    public String home(Principal user, Model model) {
        model.addAttribute("user", user == null ? null : user.getName());
        model.addAttribute("feedback", feedback);
        return "home";
    }

    @GetMapping("/login")
    public String login() {
        return "login";
    }
}
