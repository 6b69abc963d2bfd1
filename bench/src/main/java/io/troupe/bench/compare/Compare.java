// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.compare;

import io.troupe.bench.results.Result;
import io.troupe.bench.results.Results;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares two runs, key by key; the samples are the medians of the forks, because iterations of one fork are not independent. A
 * change counts if it is larger than the least effect and than the noise of the A/A parts, if Welch's test of the ratio finds it
 * after the correction for all keys tested together, and if the ranks agree. The ranks alone could not: five forks on both sides
 * never get below 0.008, which is nothing among many. The mean alone could not either: one wild fork moves it.
 *
 * @param alpha level of the tests, from 0 to 1
 * @param effect the least change that matters, as a share: 0.05 is 5 %
 */
public record Compare(double alpha, double effect) {
    /** Five in a hundred, for all keys together; 5 %. */
    public static final Compare USUAL = new Compare(0.05, 0.05);

    private static final double HUNDRED = 100;

    /** Checks the shares. */
    public Compare {
        if (!(alpha > 0 && alpha < 1)) {
            throw new IllegalArgumentException("alpha must be between 0 and 1: alpha=" + alpha);
        }
        if (!(effect >= 0 && effect < 1)) {
            throw new IllegalArgumentException("effect must be from 0 to below 1: effect=" + effect);
        }
    }

    /** Compares: the keys of the old run in order, then those added. */
    public Comparison of(Results before, Results after) {
        Map<Result.Key, Result> old = before.byKey();
        Map<Result.Key, Result> young = after.byKey();
        Map<Result.Key, Tested> tests = new LinkedHashMap<>();
        old.forEach((key, result) -> {
            Result other = young.get(key);
            if (other != null && result.samples().forks() > 1 && other.samples().forks() > 1) {
                tests.put(key, Tested.of(result, other));
            }
        });
        double[] adjusted = FalseDiscovery.adjusted(
                tests.values().stream().mapToDouble(Tested::p).toArray());
        int place = 0;
        for (Map.Entry<Result.Key, Tested> test : tests.entrySet()) {
            test.setValue(test.getValue().adjusted(adjusted[place++]));
        }
        Noise noise = Noise.of(before, after);
        Set<Result.Key> keys = new LinkedHashSet<>(old.keySet());
        keys.addAll(young.keySet());
        List<Change> changes = new ArrayList<>();
        for (Result.Key key : keys) {
            Result one = old.get(key);
            Result other = young.get(key);
            changes.add(
                    one == null || other == null
                            ? lone(key, one, other)
                            : change(one, other, tests.get(key), tests.size(), noise.of(key)));
        }
        return new Comparison(this, noise, changes, differences(before, after));
    }

    /** What the tests say. */
    private record Tested(double p, double adjusted, double ranks, double smallest) {
        static Tested of(Result before, Result after) {
            double[] old = before.samples().medians();
            double[] young = after.samples().medians();
            double p = Welch.p(old, young);
            double smallest = MannWhitney.smallest(old.length, young.length);
            return new Tested(p, p, MannWhitney.p(old, young), smallest);
        }

        Tested adjusted(double probability) {
            return new Tested(p, probability, ranks, smallest);
        }

        /** Few samples cannot have small probabilities: of those full separation is enough. */
        boolean ranksAgree(double alpha) {
            return ranks <= Math.max(alpha, smallest * (1 + 1e-9));
        }
    }

    private static Change lone(Result.Key key, @Nullable Result before, @Nullable Result after) {
        return new Change(
                key,
                before == null ? null : before.samples().spread(),
                after == null ? null : after.samples().spread(),
                Double.NaN,
                Double.NaN,
                Double.NaN,
                before == null ? Verdict.ADDED : Verdict.REMOVED,
                "");
    }

    private Change change(Result before, Result after, @Nullable Tested test, int tests, double noise) {
        double times = times(before, after);
        Verdict verdict = Verdict.UNSURE;
        String reason = "";
        if (test == null) {
            reason = "one fork cannot tell: forks " + before.samples().forks() + " and "
                    + after.samples().forks();
        } else if (Math.max(times, 1 / times) - 1 < Math.max(effect, noise)) {
            verdict = Verdict.SAME;
            reason = noise > effect ? percent("within the noise of ", noise) : "";
        } else if (test.p() > alpha) {
            reason = String.format(Locale.ROOT, "the samples overlap: p = %.3f", test.p());
        } else if (test.adjusted() > alpha) {
            reason = String.format(
                    Locale.ROOT,
                    "p = %.3f alone, but %.3f as one of %d: repeat it with more forks",
                    test.p(),
                    test.adjusted(),
                    tests);
        } else if (!test.ranksAgree(alpha)) {
            reason = String.format(Locale.ROOT, "few forks make the difference: p of the ranks = %.3f", test.ranks());
        } else {
            verdict = times > 1 ? Verdict.FASTER : Verdict.SLOWER;
        }
        return new Change(
                before.key(),
                before.samples().spread(),
                after.samples().spread(),
                times,
                test == null ? Double.NaN : test.p(),
                test == null ? Double.NaN : test.adjusted(),
                verdict,
                reason);
    }

    /** 1 if both are 0. */
    private static double times(Result before, Result after) {
        double old = before.median();
        double young = after.median();
        return old == young ? 1 : after.better().timesBetter(young, old);
    }

    private static String percent(String before, double share) {
        return String.format(Locale.ROOT, "%s%.0f %%", before, share * HUNDRED);
    }

    private static List<String> differences(Results before, Results after) {
        List<String> words = new ArrayList<>();
        before.environment().forEach((name, value) -> {
            String other = after.environment().get(name);
            if (other != null && !other.equals(value) && !Results.isOfTheMoment(name)) {
                words.add(name + ": " + value + " → " + other);
            }
        });
        return words;
    }
}
