package dev.grpctuning.load.compare.report;

import java.util.List;

import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.report.Line.Point;
import dev.grpctuning.load.compare.report.Line.TimeAxis;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.engine.result.TimelinePoint.ProcessUse;
import dev.grpctuning.load.result.TimelineDocument;
import dev.grpctuning.load.result.TimelineDocument.GrpcSecond;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link TimeAxis}, with a client on a machine of two processors. */
class TimeAxisTests {

	@Test
	void whenIntervalsAreShortThenTheyMakeRatesAllTheSame() {
		TimeAxis axis = axis(second(0.25, 100, server(0.25, 1, 0)), second(0.5, 50, server(0.45, 1.2, 0.05)),
				second(0.75, 100, server(0.75, 1.5, 0.05)), second(0.753, 1, null));
		assertThat(axis.lines().get("started")).containsExactly(new Point(0.25, 400.0), new Point(0.5, 200.0),
				new Point(0.75, 400.0));
		assertThat(axis.lines().get("serverCpu")).extracting(Point::x).containsExactly(0.5, 0.75);
		assertThat(axis.lines().get("serverCpu"))
			.allSatisfy((point) -> assertThat(point.y()).isCloseTo(50, Offset.offset(1e-6)));
	}

	@Test
	void whenNothingEndedInASecondThenItsLatencyIsNotZero() {
		TimelinePoint idle = new TimelinePoint(1, 5, 0, 0, 5, 0, 0, 0, 0, null, new ProcessUse(0.5, 1, 0, 17), null);
		TimelinePoint busy = new TimelinePoint(2, 500, 500, 0, 5, 1000, 2000, 1500, 3000, null,
				new ProcessUse(0.5, 1 << 20, 0.25, 18), null);
		TimeAxis axis = axis(new TimelineDocument(idle, null, null), new TimelineDocument(busy, null, null));
		assertThat(axis.lines().get("responseP99")).containsExactly(new Point(1, null), new Point(2, 3.0));
		assertThat(axis.lines().get("responseP50")).containsExactly(new Point(1, null), new Point(2, 1.5));
		assertThat(axis.lines().get("clientHeap")).contains(new Point(2, 1.0));
	}

	@Test
	void whenAnIntervalHasTooFewCallsForAPercentileThenItsLineIsInterrupted() {
		TimelinePoint many = new TimelinePoint(1, 100, 100, 0, 5, 1000, 2000, 1500, 3000, 40L,
				new ProcessUse(0.5, 1, 0, 17), null);
		TimelinePoint few = new TimelinePoint(2, 99, 99, 0, 5, 1000, 9000, 1500, 9000, 900L,
				new ProcessUse(0.5, 1, 0, 17), null);
		TimeAxis axis = axis(new TimelineDocument(many, null, null), new TimelineDocument(few, null, null));
		assertThat(axis.lines().get("responseP99")).containsExactly(new Point(1, 3.0), new Point(2, null));
		assertThat(axis.lines().get("serviceP99")).containsExactly(new Point(1, 2.0), new Point(2, null));
		assertThat(axis.lines().get("lagP99")).containsExactly(new Point(1, 0.04), new Point(2, null));
		assertThat(axis.lines().get("responseP50")).containsExactly(new Point(1, 1.5), new Point(2, 1.5));
	}

	@Test
	void whenServerGaveNoSampleThenItsLinesAreInterruptedAndTheTimeIsSilent() {
		TimeAxis axis = axis(second(1, 1, server(1, 1, 0)), second(2, 1, null), second(3, 1, null),
				second(4, 1, server(4, 2, 0)), second(5, 1, null));
		assertThat(axis.lines().get("threads")).containsExactly(new Point(1, 20.0), new Point(2, null),
				new Point(3, null), new Point(4, 20.0), new Point(5, null));
		assertThat(axis.silent()).containsExactly(new Point(1, 3.0), new Point(4, 5.0));
	}

	@Test
	void whenServerTellsOfItsCallsThenItsLinesAreThere() {
		TimelineDocument.Server told = new TimelineDocument.Server(
				2, 1, 1 << 20, 2 << 20, 20, 21, 1, 0, 9000, 2, new GrpcSecond(5000.0, 9000.0,
						new GrpcSecond.Executor(12L, 2L, 3000.0, 8000.0, 1000.0, 2000.0), 40.0, null, 90.0, 7L, 30L),
				null);
		TimeAxis axis = axis(second(1, 1, server(0, 1, 0)), second(2, 1, told));
		assertThat(axis.lines().get("queued")).containsExactly(new Point(1, null), new Point(2, 12.0));
		assertThat(axis.lines().get("active")).contains(new Point(2, 2.0));
		assertThat(axis.lines().get("pending")).contains(new Point(2, 7.0));
		assertThat(axis.lines().get("serverP99")).contains(new Point(2, 9.0));
		assertThat(axis.lines().get("waitP99")).contains(new Point(2, 8.0));
		assertThat(axis.lines().get("wait")).contains(new Point(2, 3.0));
		assertThat(axis.lines().get("run")).contains(new Point(2, 1.0));
		assertThat(axis.lines().get("loopLagMax")).contains(new Point(2, 0.09));
		assertThat(axis.lines().get("loopLag")).contains(new Point(2, 0.04));
		assertThat(axis.lines().get("refused")).as("in two seconds").contains(new Point(2, 15.0));
	}

	private static TimeAxis axis(TimelineDocument... timeline) {
		return TimeAxis.of(List.of(timeline), 2, 250);
	}

	private static TimelineDocument second(double seconds, long started, TimelineDocument.@Nullable Server server) {
		return new TimelineDocument(
				new TimelinePoint(seconds, started, 1, 0, 1, 1, 1, 1, 1, null, new ProcessUse(0.1, 1, 0, 17), null),
				server, null);
	}

	private static TimelineDocument.Server server(double seconds, double cpuSeconds, double gcSeconds) {
		return server(seconds, cpuSeconds, gcSeconds, 0);
	}

	private static TimelineDocument.Server server(double seconds, double cpuSeconds, double gcSeconds, int processors) {
		return new TimelineDocument.Server(seconds, cpuSeconds, 1 << 20, 2 << 20, 20, 21, 1, gcSeconds, 9000,
				processors, null, null);
	}

}
