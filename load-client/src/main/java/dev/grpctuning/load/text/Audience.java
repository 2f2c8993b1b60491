package dev.grpctuning.load.text;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** Shows the output of a {@link Display} elsewhere, such as on a page. */
public interface Audience {

	/** Nobody. */
	Audience NONE = new Audience() {
	};

	/**
	 * The work begins.
	 * @param title what it is
	 * @param length roughly how long it takes, or {@code null} if that is not known
	 */
	default void title(String title, @Nullable Duration length) {
	}

	default void line(String line) {
	}

	default void begins(Part part) {
	}

	/** There are results that the report did not have before. */
	default void results() {
	}

	/**
	 * A run, which is a part of the work.
	 *
	 * @param number which it is, from 1
	 * @param all how many there are, or {@code null} if that is not known
	 * @param next what comes after it, or {@code null} if that is not known
	 * @param loads how many loads it drives
	 */
	record Part(String name, int number, @Nullable Integer all, @Nullable String next, int loads) {
	}

}
