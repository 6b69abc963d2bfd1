// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.harness;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * {@code --name value} pairs of a program's command line, and values without a name. Every name has a default; one with the
 * default false is a flag.
 */
public final class Arguments {
    private static final int MOST_SECONDS = 3600;
    private static final double MILLIS = 1000;
    private static final String FLAG = "false";

    private final Map<String, String> values;

    private Arguments(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Parses a command line without {@code --help}, see {@link Tool}.
     *
     * @param defaults of all options, without the dashes
     * @throws IllegalArgumentException if something is not understood
     */
    public static Arguments parse(List<String> given, Map<String, String> defaults) {
        return parse(given, defaults, List.of());
    }

    /** Parses; values without a name are those of the options that the places name, in this order. */
    static Arguments parse(List<String> given, Map<String, String> defaults, List<String> places) {
        CommandSpec program = CommandSpec.create();
        defaults.forEach((name, usual) -> program.addOption(OptionSpec.builder("--" + name)
                .type(usual.equals(FLAG) ? Boolean.class : String.class)
                .arity(usual.equals(FLAG) ? "0" : "1")
                .build()));
        for (int i = 0; i < places.size(); i++) {
            program.addPositional(PositionalParamSpec.builder()
                    .index(Integer.toString(i))
                    .arity("0..1")
                    .type(String.class)
                    .paramLabel(places.get(i))
                    .build());
        }
        Map<String, String> values = new HashMap<>(defaults);
        try {
            ParseResult parsed =
                    new CommandLine(program).setOverwrittenOptionsAllowed(true).parseArgs(given.toArray(String[]::new));
            for (OptionSpec option : parsed.matchedOptions()) {
                Object value = option.getValue();
                values.put(option.longestName().substring(2), value.toString());
            }
            for (PositionalParamSpec place : parsed.matchedPositionals()) {
                Object value = place.getValue();
                values.put(place.paramLabel(), value.toString());
            }
        } catch (ParameterException e) {
            throw new IllegalArgumentException(e.getMessage() + " (try --help)", e);
        }
        return new Arguments(values);
    }

    /** Defaults for a help: those of options that have a value. */
    static String text(Map<String, String> defaults) {
        return defaults.entrySet().stream()
                .filter(option ->
                        !option.getValue().isEmpty() && !option.getValue().equals(FLAG))
                .sorted(Map.Entry.comparingByKey())
                .map(option -> "--" + option.getKey() + " "
                        + (option.getValue().contains(" ") ? '"' + option.getValue() + '"' : option.getValue()))
                .collect(Collectors.joining(" "));
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

    /**
     * The value of an option that is a whole number.
     *
     * @throws IllegalArgumentException if it is none, or out of its range
     */
    public int number(String name, int least, int most) {
        return number(name, text(name), least, most);
    }

    /**
     * The values of an option with commas that are whole numbers.
     *
     * @throws IllegalArgumentException if one is none, or out of its range
     */
    public List<Integer> numbers(String name, int least, int most) {
        return list(name).stream().map(text -> number(name, text, least, most)).toList();
    }

    private static int number(String name, String text, int least, int most) {
        long number = text.matches("-?[0-9]{1,10}") ? Long.parseLong(text) : Long.MIN_VALUE;
        if (number < least || number > most) {
            throw new IllegalArgumentException(
                    name + " must be from " + least + " to " + most + ": " + name + "=" + text);
        }
        return (int) number;
    }

    /**
     * The value of an option that is one of some names.
     *
     * @throws IllegalArgumentException if it is none of them
     */
    public String oneOf(String name, List<String> names) {
        return known(name, text(name), names);
    }

    /**
     * The values of an option with commas that are some names.
     *
     * @throws IllegalArgumentException if one is none of them
     */
    public List<String> someOf(String name, List<String> names) {
        List<String> values = list(name);
        values.forEach(value -> known(name, value, names));
        return values;
    }

    private static String known(String name, String value, List<String> names) {
        if (!names.contains(value)) {
            throw new IllegalArgumentException(
                    name + " must be one of " + String.join(", ", names) + ": " + name + "=" + value);
        }
        return value;
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
