package com.example.acme;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

@Configuration
public class SecurityConfig {
    @Bean
    SecurityFilterChain web(HttpSecurity http, FeedbackProperties feedback) throws Exception {
        String policy = String.join("; ",
                "default-src 'self'",
                // The page has no script of its own between its tags, so the two origins are enough.
                "script-src 'self' " + feedback.apiOrigin(),
                "connect-src 'self' " + feedback.apiOrigin(),
                "img-src 'self' " + feedback.boardOrigin(),
                // The login form ends on the board when the visitor came from there.
                "form-action 'self' " + feedback.boardOrigin(),
                "frame-ancestors 'none'",
                "base-uri 'none'");
        return http
                .authorizeHttpRequests(requests -> requests
                        // A guest who comes from the board signs in first, and goes back to this address with its state.
                        .requestMatchers("/feedback/sign-in").authenticated()
                        // The token endpoint too: a script asks there, so a guest gets 401 and no redirect to the login.
                        .anyRequest().permitAll())
                .formLogin(login -> login.loginPage("/login"))
                .logout(logout -> logout.logoutSuccessUrl("/"))
                .headers(headers -> headers.contentSecurityPolicy(csp -> csp.policyDirectives(policy)))
                .build();
    }

    /** Your users are in your database, and their passwords are hashed there. */
    @Bean
    UserDetailsService people() {
        return new InMemoryUserDetailsManager(
                User.withUsername("ada").password("{noop}demo").roles("USER").build(),
                User.withUsername("bob").password("{noop}demo").roles("USER").build());
    }
}
