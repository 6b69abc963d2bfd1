// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.harness;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** {@code --name value} pairs of a program's command line. Every name has a default; one with the default false is a flag. */
public final class Arguments {
    private static final int MOST_SECONDS = 3600;
    private static final double MILLIS = 1000;

    private final Map<String, String> values;

    private Arguments(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Parses; prints the help and ends the program if that is asked for, or if something is not understood.
     *
     * @param help what the program measures and what its options mean
     * @param defaults of all options, without the dashes
     */
    public static Arguments parse(String[] args, String help, Map<String, String> defaults) {
        Map<String, String> values = new LinkedHashMap<>(defaults);
        List<String> given = List.of(args);
        if (given.contains("--help")) {
            System.out.println(help + System.lineSeparator() + "Defaults: " + defaults);
            System.exit(0);
        }
        for (int i = 0; i < given.size(); i += 2) {
            String name = given.get(i).replaceFirst("^--", "");
            if ("false".equals(defaults.get(name))) {
                values.put(name, "true");
                i--; // no value follows
                continue;
            }
            if (!values.containsKey(name) || i + 1 == given.size()) {
                System.err.println("option must be one of " + defaults.keySet() + ", with a value: option="
                        + given.get(i) + System.lineSeparator() + help);
                System.exit(2);
            }
            values.put(name, given.get(i + 1));
        }
        return new Arguments(values);
    }

    /** Whether a flag was given. */
    public boolean flag(String name) {
        return Boolean.parseBoolean(text(name));
    }

    /** The value of an option. */
    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("option must have a default: option=" + name);
        }
        return value;
    }

    /** The values of an option with commas. */
    public List<String> list(String name) {
        return Pattern.compile(",").splitAsStream(text(name)).toList();
    }

    /** The value of an option that is a whole number. */
    public int number(String name) {
        return Integer.parseInt(text(name));
    }

    /**
     * The value of an option that is a length of time, such as 2 or 0.5.
     *
     * @throws IllegalArgumentException if it is none, or longer than an hour
     */
    public Duration seconds(String name) {
        String text = text(name);
        double seconds = text.matches("[0-9]{1,4}(\\.[0-9]{1,3})?") ? Double.parseDouble(text) : 0;
        if (seconds <= 0 || seconds > MOST_SECONDS) {
            throw new IllegalArgumentException(
                    name + " must be above 0 and at most " + MOST_SECONDS + ": " + name + "=" + text);
        }
        return Duration.ofMillis(Math.round(seconds * MILLIS));
    }
}
