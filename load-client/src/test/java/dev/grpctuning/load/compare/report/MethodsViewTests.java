package dev.grpctuning.load.compare.report;

import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.result.MethodsDocument;
import dev.grpctuning.load.compare.result.MethodsDocument.Change;
import dev.grpctuning.load.compare.result.MethodsDocument.Sampler;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link MethodsView}. */
class MethodsViewTests {

	@Test
	void whenMethodsChangedThenTheyAreATable() {
		MethodsView view = view(80, new Change("a.B.c", 1210.4, 1520.2, 309.8, 120, 499.6),
				new Change("a.B.d", 500, 300, -200, -350, -50));
		assertThat(view.heading()).startsWith("Methods of slow that changed").contains("in 3 servers of each side");
		assertThat(Objects.requireNonNull(view.table()).terminal()).contains("a.B.c", "1,210 ns", "1,520 ns", "+310 ns",
				"+120 ns to +500 ns", "−350 ns to −50 ns");
	}

	@Test
	void whenNoneChangedThenASentenceHasTheSmallestChange() {
		MethodsView view = view(80);
		assertThat(view.table()).isNull();
		assertThat(view.heading()).isEqualTo("No method of slow is shown to have changed. With a probability of 80 %, "
				+ "such a run shows a change of 60 ns (0.30 %) of the CPU time per call in a method with "
				+ "little of it, and one of 400 ns (2.0 %) in any of the 80 that were compared.");
	}

	@Test
	void whenNoneIsComparedThenASentenceSaysWhy() {
		assertThat(view(0).heading()).isEqualTo("No method of slow has enough samples to be compared.");
	}

	private static MethodsView view(int compared, Change... changed) {
		return new MethodsView(
				new MethodsDocument("slow", Sampler.CPU_TIME, 3, compared, 20_000, 60, 400, List.of(changed)));
	}

}
