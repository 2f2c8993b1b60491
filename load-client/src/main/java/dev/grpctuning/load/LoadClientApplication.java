package dev.grpctuning.load;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * Starts the application.
 */
@SpringBootApplication
public class LoadClientApplication {

	public static void main(String[] args) {
		SpringApplication.run(LoadClientApplication.class, args);
	}

}
