package dev.grpctuning.load.metadata;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

import org.apache.commons.lang3.StringUtils;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Finds the name that was probably meant. */
public final class NearestName {

	private static final LevenshteinDistance EDITS = LevenshteinDistance.getDefaultInstance();

	private NearestName() {
	}

	/** Such as {@code did you mean load.open.rate?}, or else what to do. */
	public static String hint(String given, Collection<String> known, String otherwise) {
		return of(given, known).map("did you mean %s?"::formatted).orElse(otherwise);
	}

	/**
	 * Returns the known name with the fewest edits (Levenshtein distance), if these are
	 * one, or at most a third of what follows the parts that the names share. A name of
	 * one letter, such as {@code -z}, is near to none.
	 */
	private static Optional<String> of(String given, Collection<String> known) {
		return (given.replace("-", "").length() == 1) ? Optional.empty()
				: known.stream()
					.filter((name) -> EDITS.apply(given, name) <= Math.max(1, differing(given, name) / 3))
					.min(Comparator.comparing((name) -> EDITS.apply(given, name)));
	}

	private static int differing(String given, String name) {
		String shared = StringUtils.getCommonPrefix(given, name);
		return name.length() - StringUtils.lastIndexOfAny(shared, ".", "_") - 1;
	}

}
