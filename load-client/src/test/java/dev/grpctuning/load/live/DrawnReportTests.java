package dev.grpctuning.load.live;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DrawnReportTests {

	private final DrawnReport report = new DrawnReport();

	private final AtomicInteger draws = new AtomicInteger();

	@Test
	void whenThereAreNoResultsThenThereIsNoPage() {
		this.report.changed();
		assertThat(this.report.draw()).isNull();
	}

	@Test
	void whenNobodyAsksThenNothingIsDrawn() {
		this.report.of(this::page);
		this.report.changed();
		assertThat(this.draws).hasValue(0);
	}

	@Test
	void whenSeveralAskThenItIsDrawnOnceUntilItChanges() {
		this.report.of(this::page);
		assertThat(this.report.draw()).asString().isEqualTo("page 1");
		assertThat(this.report.draw()).asString().isEqualTo("page 1");
		this.report.changed();
		assertThat(this.report.draw()).asString().isEqualTo("page 2");
		this.report.of(() -> "another");
		assertThat(this.report.draw()).asString().isEqualTo("another");
	}

	@Test
	void whenItChangesWhileItIsDrawnThenTheRunDoesNotWait() {
		this.report.of(() -> {
			CompletableFuture.runAsync(this.report::changed).orTimeout(30, TimeUnit.SECONDS).join();
			return page();
		});
		assertThat(this.report.draw()).asString().isEqualTo("page 1");
		assertThat(this.report.draw()).as("it has changed").asString().isEqualTo("page 2");
	}

	private String page() {
		return "page " + this.draws.incrementAndGet();
	}

}
