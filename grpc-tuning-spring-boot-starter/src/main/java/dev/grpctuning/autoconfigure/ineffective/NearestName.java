package dev.grpctuning.autoconfigure.ineffective;

import java.util.Collection;
import java.util.Comparator;

/** Finds the name that was probably meant. */
final class NearestName {

	private NearestName() {
	}

	/** Such as {@code ; did you mean GRPC_TUNING_TRANSPORT?}, empty if none is near. */
	static String hint(String given, Collection<String> known) {
		return known.stream()
			.min(Comparator.comparing((name) -> edits(given, name)))
			.filter((name) -> edits(given, name) <= name.length() / 4)
			.map("; did you mean %s?"::formatted)
			.orElse("");
	}

	/** Levenshtein distance. */
	static int edits(String from, String to) {
		int[] row = new int[to.length() + 1];
		for (int j = 0; j <= to.length(); j++) {
			row[j] = j;
		}
		for (int i = 1; i <= from.length(); i++) {
			int diagonal = row[0];
			row[0] = i;
			for (int j = 1; j <= to.length(); j++) {
				int replaced = diagonal + ((from.charAt(i - 1) == to.charAt(j - 1)) ? 0 : 1);
				diagonal = row[j];
				row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
			}
		}
		return row[to.length()];
	}

}
