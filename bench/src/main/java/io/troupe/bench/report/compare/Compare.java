// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.compare;

import io.troupe.bench.report.model.Result;
import io.troupe.bench.report.model.Results;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares two runs, key by key. A change counts if the rank test of the forks finds it, and it is larger than the least effect
 * and than the noise of the A/A parts. Without Holm's correction each of N unchanged keys has the chance {@code alpha} to look
 * changed (less, as the effect must be large, too); with it, all N together have, but few forks cannot reach that level.
 *
 * @param alpha level of the test, from 0 to 1
 * @param effect the least change that matters, as a share: 0.05 is 5 %
 * @param holm whether the level holds for all keys together
 */
public record Compare(double alpha, double effect, boolean holm) {
    /** One in a hundred, which five forks on both sides reach when they are fully separated; 5 %; each key alone. */
    public static final Compare USUAL = new Compare(0.01, 0.05, false);

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
        Set<Result.Key> keys = new LinkedHashSet<>(old.keySet());
        keys.addAll(young.keySet());
        List<Result.Key> common = keys.stream()
                .filter(key -> old.containsKey(key) && young.containsKey(key))
                .toList();
        double[] probabilities = common.stream()
                .mapToDouble(key -> test(Objects.requireNonNull(old.get(key)), Objects.requireNonNull(young.get(key)))
                        .p())
                .toArray();
        double[] adjusted = Holm.adjusted(probabilities);
        Noise noise = Noise.of(before, after);
        List<Change> changes = new ArrayList<>();
        for (Result.Key key : keys) {
            Result one = old.get(key);
            Result other = young.get(key);
            int place = common.indexOf(key);
            if (one == null || other == null) {
                changes.add(lone(key, one, other));
            } else {
                changes.add(change(one, other, probabilities[place], adjusted[place], common.size(), noise.of(key)));
            }
        }
        return new Comparison(this, noise, changes, differences(before, after));
    }

    private static MannWhitney test(Result before, Result after) {
        return MannWhitney.of(before.samples().medians(), after.samples().medians());
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

    private Change change(Result before, Result after, double p, double adjusted, int tests, double noise) {
        double times = times(before, after);
        double threshold = Math.max(effect, noise);
        boolean large = Math.max(times, 1 / times) - 1 >= threshold;
        int olds = before.samples().forks();
        int news = after.samples().forks();
        double reachable = MannWhitney.smallest(olds, news) * (holm ? tests : 1);
        Verdict verdict;
        String reason = "";
        if (reachable > alpha) {
            verdict = Verdict.UNSURE;
            reason = "too few samples: " + olds + " and " + news + ", " + needed(tests) + " of each can tell";
        } else if (!large) {
            verdict = Verdict.SAME;
            reason = threshold > effect ? percent("within the noise of ", noise) : "";
        } else if ((holm ? adjusted : p) <= alpha) {
            verdict = times > 1 ? Verdict.FASTER : Verdict.SLOWER;
        } else {
            verdict = Verdict.UNSURE;
            reason = String.format(Locale.ROOT, "the samples overlap: p = %.3f", holm ? adjusted : p);
        }
        return new Change(
                before.key(), before.samples().spread(), after.samples().spread(), times, p, adjusted, verdict, reason);
    }

    /** 1 if both are 0. */
    private static double times(Result before, Result after) {
        double old = before.median();
        double young = after.median();
        return old == young ? 1 : after.better().timesBetter(young, old);
    }

    /** The least number of forks on both sides that can reach the level. */
    private int needed(int tests) {
        int forks = 1;
        while (MannWhitney.smallest(forks, forks) * (holm ? tests : 1) > alpha) {
            forks++;
        }
        return forks;
    }

    private static String percent(String before, double share) {
        return String.format(Locale.ROOT, "%s%.0f %%", before, share * HUNDRED);
    }

    private static List<String> differences(Results before, Results after) {
        List<String> words = new ArrayList<>();
        before.environment().forEach((name, value) -> {
            String other = after.environment().get(name);
            if (other != null && !other.equals(value)) {
                words.add(name + ": " + value + " → " + other);
            }
        });
        return words;
    }
}
