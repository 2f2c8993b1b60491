package dev.grpctuning.actuate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.Sanitizer;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;

import dev.grpctuning.actuate.TuningDescriptor.GenerationDescriptor;
import dev.grpctuning.actuate.TuningDescriptor.KnobDescriptor;
import dev.grpctuning.advice.Advice;
import dev.grpctuning.alternate.SliceState;
import dev.grpctuning.change.TuningChange;
import dev.grpctuning.change.TuningChange.KnobChange;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;

/**
 * Hides values and origins of knobs from those who may not see them, and lets the
 * application's sanitizing functions replace them, as the endpoint {@code env} does.
 *
 * @param roles roles that may see the values if only authorized users may. If there are
 * none, everybody who is authenticated is authorized
 */
public record ShownValues(Show show, Collection<String> roles, Sanitizer sanitizer) {

	public ShownValues(Show show, Collection<String> roles, List<SanitizingFunction> functions) {
		this(show, List.copyOf(roles), new Sanitizer(functions));
	}

	To to(SecurityContext security) {
		return new To(this.sanitizer, this.show.isShown(security, this.roles));
	}

	/** What is kept for readers who are not known yet: all that some users may see. */
	To inRecords() {
		return new To(this.sanitizer, this.show != Show.NEVER);
	}

	/** Values that one user may see. */
	record To(Sanitizer sanitizer, boolean shown) {

		KnobDescriptor knob(KnobDescriptor knob) {
			String name = knob.name();
			return new KnobDescriptor(name, text(name, knob.configured()), value(name, knob.effective()),
					text(name, knob.pending()), knob.scope(), text(name, knob.origin()), knob.unit(), knob.choices(),
					knob.description());
		}

		GenerationDescriptor generation(GenerationDescriptor generation) {
			String transport = Knobs.TRANSPORT.name();
			return new GenerationDescriptor(generation.number(), generation.since(), generation.state(),
					value(transport, generation.transport()),
					String.valueOf(text(transport, generation.transportReason())),
					generation.addresses()
						.stream()
						.map((address) -> String.valueOf(text(Knobs.LISTEN_ADDRESSES.name(), address)))
						.toList(),
					generation.openCalls(), generation.boss(), generation.workers());
		}

		Advice advice(Advice advice) {
			return new Advice(advice.knob(), String.valueOf(text(advice.knob(), advice.found())), advice.reason(),
					advice.set(), advice.cause());
		}

		TuningChange change(TuningChange change) {
			String detail = change.detail();
			// It may name the value of any knob.
			for (Knob<?> knob : Knobs.all()) {
				detail = text(knob.name(), detail);
			}
			List<KnobChange> changes = change.changes()
				.stream()
				.map((each) -> new KnobChange(each.knob(), text(each.knob(), each.from()), text(each.knob(), each.to()),
						each.effect(), each.tookMillis()))
				.toList();
			return new TuningChange(change.id(), change.at(), change.by(), change.reason(), change.until(),
					change.outcome(), change.generation(), change.replacement(), change.tookMillis(), changes,
					change.guarded(), detail);
		}

		SliceState slices(SliceState state) {
			List<Map<String, @Nullable String>> candidates = new ArrayList<>();
			for (Map<String, @Nullable String> candidate : state.candidates()) {
				Map<String, @Nullable String> values = new LinkedHashMap<>();
				candidate.forEach((knob, value) -> values.put(knob, text(knob, value)));
				candidates.add(values);
			}
			return state.with(candidates);
		}

		private @Nullable String text(String knob, @Nullable String text) {
			Object shownValue = value(knob, text);
			return (shownValue != null) ? shownValue.toString() : null;
		}

		private @Nullable Object value(String knob, @Nullable Object value) {
			return this.sanitizer.sanitize(new SanitizableData(null, Knob.PREFIX + knob, value), this.shown);
		}

	}

}
