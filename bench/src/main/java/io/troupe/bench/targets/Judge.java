// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.targets;

import io.troupe.bench.harness.Spread;
import io.troupe.bench.results.Better;
import io.troupe.bench.results.Digits;
import io.troupe.bench.results.Metric;
import io.troupe.bench.results.Result;
import io.troupe.bench.results.Results;
import io.troupe.bench.results.Role;
import io.troupe.bench.results.Units;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Looks targets up in the results of a run. One thread. */
final class Judge {
    private static final double JUST_ENOUGH = 0.9995;

    private final Results results;
    private final Function<Result, String> disturbance;

    Judge(Results results, Function<Result, String> disturbance) {
        this.results = results;
        this.disturbance = disturbance;
    }

    /** A result with the figure that is asked for. */
    private record Figure(Result result, Metric metric) {
        /** The median of the forks, or the highest figure of all, if that is asked for. */
        double value(Target target) {
            return target.figure().startsWith(Target.HIGHEST)
                    ? Arrays.stream(metric.samples().all()).max().orElseThrow()
                    : metric.samples().median();
        }
    }

    /** The worst cell decides; cells that lack our system or the reference are counted but not judged. */
    Judgement judge(Target target) {
        if (target.benchmark().equals(Target.NOWHERE)) {
            return new Judgement(target, Outcome.NOT_MEASURED, Double.NaN, "no benchmark reports it", List.of());
        }
        List<Result.Cell> cells = cells(target);
        List<Judgement> judged = cells.stream().map(cell -> judge(target, cell)).toList();
        List<Judgement> measured = judged.stream()
                .filter(one -> one.outcome() != Outcome.NOT_MEASURED)
                .toList();
        if (measured.isEmpty()) {
            String why = judged.isEmpty()
                    ? target.benchmark() + cellWords(target) + " did not run"
                    : judged.get(0).words();
            return new Judgement(target, Outcome.NOT_MEASURED, Double.NaN, why, List.of());
        }
        Judgement worst = measured.stream()
                .min(Comparator.comparing(Judge::severity).thenComparing(Judgement::margin))
                .orElseThrow();
        if (cells.size() == 1) {
            return worst;
        }
        long reached = measured.stream()
                .filter(one -> one.outcome() == Outcome.REACHED)
                .count();
        String words = String.format(
                Locale.ROOT,
                "%d of %d cells%s; the worst, %s: %s",
                reached,
                measured.size(),
                measured.size() < cells.size() ? " (" + (cells.size() - measured.size()) + " not measured)" : "",
                worst.used().get(0).cell(),
                worst.words());
        return new Judgement(target, worst.outcome(), worst.margin(), words, worst.used());
    }

    /** A miss that is sure comes first, then what a disturbed cell leaves open. */
    private static int severity(Judgement judgement) {
        return switch (judgement.outcome()) {
            case MISSED -> 0;
            case DISTURBED -> 1;
            case REACHED, NOT_MEASURED -> 2;
        };
    }

    private static String cellWords(Target target) {
        StringBuilder words = new StringBuilder();
        target.cell()
                .forEach((name, value) ->
                        words.append(' ').append(name).append('=').append(value));
        return words.toString();
    }

    private List<Result.Cell> cells(Target target) {
        Predicate<String> name = glob(target.benchmark());
        return results.cells().stream()
                .filter(cell -> name.test(cell.suite() + "." + cell.benchmark()))
                .filter(cell -> target.cell().entrySet().stream()
                        .allMatch(param -> List.of(param.getValue().split(","))
                                .contains(cell.params().getOrDefault(param.getKey(), ""))))
                .toList();
    }

    static Predicate<String> glob(String pattern) {
        String regex = Pattern.quote(pattern).replace("*", "\\E.*\\Q");
        return Pattern.compile(regex).asMatchPredicate();
    }

    private Judgement judge(Target target, Result.Cell cell) {
        List<Result> all = results.of(cell);
        Optional<Figure> ours = target.ours().equals(Target.BEST_OF_OURS)
                ? best(target, all, result -> result.role() == Role.OURS)
                : best(target, all, named(target.ours()));
        if (ours.isEmpty()) {
            return missing(target, target.ours() + " was not measured in " + cell + figureWords(target));
        }
        return target.of().equals(Target.VALUE)
                ? againstValue(target, ours.get())
                : againstReference(target, ours.get(), all);
    }

    private static String figureWords(Target target) {
        return target.figure().isEmpty() ? "" : " with " + target.figure();
    }

    private Judgement againstValue(Target target, Figure ours) {
        OptionalDouble figure = Units.convert(ours.value(target), ours.metric().unit(), target.unit());
        if (figure.isEmpty()) {
            return missing(target, "measured in " + ours.metric().unit() + ", but wanted in " + target.unit());
        }
        double margin = target.relation()
                .margin(figure.getAsDouble(), target.factor(), 1, ours.metric().better());
        String words = String.format(
                Locale.ROOT,
                "%s%s%s, wanted %s",
                name(target, ours),
                spread(ours.metric(), target.unit()),
                target.figure().startsWith(Target.HIGHEST) ? ", the highest " + Digits.three(figure.getAsDouble()) : "",
                target.demand());
        return judgement(target, margin, words, List.of(ours.result()));
    }

    private Judgement againstReference(Target target, Figure ours, List<Result> all) {
        Optional<Figure> found = reference(target, ours, all);
        if (found.isEmpty()) {
            return missing(
                    target,
                    target.of() + " was not measured in " + ours.result().cell() + figureWords(target) + "; ours "
                            + spread(ours.metric(), ours.metric().unit()));
        }
        Figure reference = found.get();
        double margin = target.relation()
                .margin(
                        ours.value(target),
                        target.factor(),
                        reference.value(target),
                        ours.metric().better());
        double times = target.relation() == Relation.FASTER
                ? ours.metric().better().timesBetter(ours.value(target), reference.value(target))
                : ours.value(target) / reference.value(target);
        String words = String.format(
                Locale.ROOT,
                "%s%s, %.2f × %s%s%s %s, wanted %s",
                name(target, ours),
                spread(ours.metric(), ours.metric().unit()),
                times,
                target.relation() == Relation.FASTER ? "as fast as " : "",
                reference.result().label(),
                target.of().startsWith(Target.SAME_AT) ? " " + target.of().substring("same ".length()) : "",
                spread(reference.metric(), ours.metric().unit()),
                target.demand());
        return judgement(target, margin, words, List.of(ours.result(), reference.result()));
    }

    private Optional<Figure> reference(Target target, Figure ours, List<Result> all) {
        String of = target.of();
        if (of.startsWith(Target.SAME_AT)) {
            String[] param = of.substring(Target.SAME_AT.length()).split("=", 2);
            Map<String, String> params = new TreeMap<>(ours.result().params());
            params.put(param[0], param.length > 1 ? param[1] : "");
            return best(
                    target,
                    results.results(),
                    result -> same(result, ours.result()) && result.params().equals(params));
        }
        return switch (of) {
            case Target.LIMIT -> best(target, all, result -> result.role() == Role.LIMIT);
            case Target.BEST_PEER -> best(target, all, result -> result.role() == Role.PEER);
            case Target.BEST_OF_OURS -> best(target, all, result -> result.role() == Role.OURS);
            default -> best(target, all, named(of));
        };
    }

    private static boolean same(Result one, Result other) {
        return one.suite().equals(other.suite())
                && one.benchmark().equals(other.benchmark())
                && one.system().equals(other.system())
                && one.unit().equals(other.unit());
    }

    private static Predicate<Result> named(String names) {
        List<String> wanted = List.of(names.split(" or "));
        return result -> wanted.contains(result.system()) || wanted.contains(result.label());
    }

    private static Optional<Figure> best(Target target, List<Result> all, Predicate<Result> which) {
        List<Figure> figures = new ArrayList<>();
        all.stream().filter(which).forEach(result -> {
            String name = target.figure().startsWith(Target.HIGHEST)
                    ? target.figure().substring(Target.HIGHEST.length())
                    : target.figure();
            Optional<Metric> metric = name.isEmpty() ? Optional.of(result.metric()) : result.metric(name);
            metric.ifPresent(found -> figures.add(new Figure(result, found)));
        });
        Comparator<Figure> byMedian = Comparator.comparingDouble(figure -> figure.value(target));
        return figures.stream()
                .min(
                        figures.isEmpty() || figures.get(0).metric().better() == Better.LOWER
                                ? byMedian
                                : byMedian.reversed());
    }

    /** A margin counts to the third digit: figures that the harness adds to, as bytes per message, are never round. */
    private Judgement judgement(Target target, double margin, String words, List<Result> used) {
        String disturbed = used.stream()
                .filter(result -> !disturbance.apply(result).isEmpty())
                .map(result -> result.label() + " was disturbed: " + disturbance.apply(result))
                .collect(Collectors.joining("; "));
        if (!disturbed.isEmpty()) {
            return new Judgement(target, Outcome.DISTURBED, margin, words + "; " + disturbed, used);
        }
        return new Judgement(target, margin >= JUST_ENOUGH ? Outcome.REACHED : Outcome.MISSED, margin, words, used);
    }

    private static Judgement missing(Target target, String why) {
        return new Judgement(target, Outcome.NOT_MEASURED, Double.NaN, why, List.of());
    }

    /** Which of ours it was, where the row does not say. */
    private static String name(Target target, Figure ours) {
        return ours.result().label().equals(target.ours()) ? "" : ours.result().label() + " ";
    }

    private static String spread(Metric metric, String unit) {
        double factor = Units.convert(1, metric.unit(), unit).orElse(1);
        Spread spread = metric.samples().spread();
        return String.format(
                "%s %s (%s–%s)",
                Digits.three(spread.median() * factor),
                unit,
                Digits.three(spread.low() * factor),
                Digits.three(spread.high() * factor));
    }
}
