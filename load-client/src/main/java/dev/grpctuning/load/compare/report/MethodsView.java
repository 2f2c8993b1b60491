package dev.grpctuning.load.compare.report;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.MethodsDocument;
import dev.grpctuning.load.compare.result.MethodsDocument.Change;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.Table;

/** The methods of a variant that changed, or a sentence that none is shown to have. */
record MethodsView(MethodsDocument methods) {

	private static final Table<Change> CHANGES = new Table<Change>().text("method", Change::method)
		.number("baseline", (change) -> nanos(change.baselineNanos()))
		.number("variant", (change) -> nanos(change.nanos()))
		.number("difference", (change) -> signed(change.difference()))
		.number("interval", (change) -> "%s to %s".formatted(signed(change.low()), signed(change.high())));

	String heading() {
		return Templates.line("methods",
				Map.of("variant", this.methods.variant(), "changed", this.methods.changed().size(), "compared",
						this.methods.compared(), "servers", this.methods.servers(), "smallest",
						effect(this.methods.smallestNanos()), "anywhere", effect(this.methods.anywhereNanos())));
	}

	Table.@Nullable Rows<Change> table() {
		return this.methods.changed().isEmpty() ? null : CHANGES.of(this.methods.changed());
	}

	/** Such as {@code 120 ns (0.64 %)}. */
	private String effect(double nanos) {
		return "%s (%s)".formatted(nanos(nanos), Figures.share(nanos / this.methods.callNanos()));
	}

	private static String signed(double nanos) {
		return ((nanos < 0) ? "−" : "+") + nanos(Math.abs(nanos));
	}

	private static String nanos(double nanos) {
		return Figures.count(Math.round(nanos)) + " ns";
	}

}
