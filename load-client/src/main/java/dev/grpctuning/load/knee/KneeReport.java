package dev.grpctuning.load.report.html;

import java.util.List;

import com.google.gson.Gson;

import dev.grpctuning.load.report.CurvePoint;
import dev.grpctuning.load.report.KneeDocument;
import dev.grpctuning.load.report.KneeText;

/**
 * The search for knees as a page that needs nothing but itself, with the curves of rate
 * against latency, and as Markdown.
 */
final class KneeReport {

	private KneeReport() {
	}

	/**
	 * Draws the page.
	 * @return HTML
	 */
	static String html(KneeDocument search) {
		return Templates.page("knee", View.of(search),
				new Gson().toJson(new Data(search.objective(), search.variants().stream().map(Line::of).toList())));
	}

	/**
	 * Writes it for a pull request.
	 * @return Markdown
	 */
	static String markdown(KneeDocument search) {
		return Templates.markdown("knee", View.of(search));
	}

	/**
	 * What the template is filled with.
	 *
	 * @param title heading
	 * @param outcome what came of the search
	 * @param columns what the columns of the table are called
	 * @param lines its lines
	 * @param explanation what its figures mean
	 * @param machine what it ran on
	 * @param startedAt when it began
	 */
	private record View(String title, String outcome, List<String> columns, List<KneeText.Line> lines,
			String explanation, String machine, String startedAt) {

		private static View of(KneeDocument search) {
			KneeText text = KneeText.of(search);
			return new View("The knee", text.outcome(), KneeText.COLUMNS, text.lines(), text.explanation(),
					ReportView.machine(search.environment()), ReportView.TIME.format(search.startedAt()));
		}

	}

	/**
	 * What the charts show. Gson writes what would be markup in names as escapes.
	 */
	private record Data(List<String> objective, List<Line> variants) {
	}

	private record Line(String name, List<Trials> curve) {

		private static Line of(KneeDocument.Variant variant) {
			return new Line(variant.name(), variant.curve().stream().map(Trials::of).toList());
		}

	}

	/**
	 * The trials of one rate.
	 *
	 * @param rate calls per second
	 * @param p50 in milliseconds, like the others
	 * @param held in how many the objective held
	 * @param trials how many there were
	 */
	private record Trials(double rate, double p50, double p99, double p999, int held, int trials) {

		private static Trials of(CurvePoint point) {
			return new Trials(Math.round(point.callsPerSecond() * 10) / 10.0, point.p50Micros() / 1e3,
					point.p99Micros() / 1e3, point.p999Micros() / 1e3, point.held(), point.trials());
		}

	}

}
