package com.example.acme;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

@SpringBootApplication
@ConfigurationPropertiesScan
public class AcmeApplication {
    public static void main(String[] args) {
        SpringApplication.run(AcmeApplication.class, args);
    }
}
