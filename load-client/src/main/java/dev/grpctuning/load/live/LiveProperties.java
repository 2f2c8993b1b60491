package dev.grpctuning.load.live;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import dev.grpctuning.load.config.PropertyCheck;

/**
 * The live page: what runs and the report so far, in a browser.
 *
 * @param enabled Whether the command serves a page on 127.0.0.1 while it runs, and prints
 * its address. With load.quiet there is a page only if live.port is set.
 * @param port Port of the page. 0 is a free port.
 * @param keep Whether the page stays up after the end of the command, until Ctrl-C.
 */
@ConfigurationProperties(prefix = "live", ignoreUnknownFields = false)
public record LiveProperties(@DefaultValue("true") boolean enabled, @DefaultValue("0") int port,
		@DefaultValue("false") boolean keep) {

	private static final int HIGHEST_PORT = 65_535;

	public LiveProperties {
		PropertyCheck.range("live.port", port, 0, HIGHEST_PORT);
	}

	/** A quiet command prints no address, so only a port that is set can be known. */
	boolean isServed(boolean quiet) {
		return this.enabled && (!quiet || this.port != 0);
	}

}
