package dev.grpctuning.load.compare.result;

import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.result.MethodsDocument.Change;
import dev.grpctuning.load.compare.result.MethodsDocument.Sampler;

import static org.assertj.core.api.Assertions.assertThat;

class MethodsDocumentTests {

	@Test
	void whenMethodsChangedThenTheyAreATableOtherwiseASentenceHasTheSmallestChange() {
		MethodsDocument some = methods(80, new Change("a.B.c", 1210.4, 1520.2, 309.8, 120, 499.6));
		assertThat(some.heading()).startsWith("Methods of slow that changed").contains("in 3 servers of each side");
		assertThat(Objects.requireNonNull(some.table()).terminal()).contains("a.B.c", "1,210 ns", "1,520 ns", "+310 ns",
				"+120 ns to +500 ns");
		assertThat(methods(80).table()).isNull();
		assertThat(methods(80).heading())
			.isEqualTo("No method of slow is shown to have changed. With a probability of 80 %, "
					+ "such a run shows a change of 60 ns (0.30 %) of the CPU time per call in a method with "
					+ "little of it, and one of 400 ns (2.0 %) in any of the 80 that were compared.");
		assertThat(methods(0).heading()).isEqualTo("No method of slow has enough samples to be compared.");
	}

	private static MethodsDocument methods(int compared, Change... changed) {
		return new MethodsDocument("slow", Sampler.CPU_TIME, 3, compared, 20_000, 60, 400, List.of(changed));
	}

}
