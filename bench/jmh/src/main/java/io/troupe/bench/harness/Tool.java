// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.harness;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/**
 * A program with a command line. {@code --help} prints the help and a wrong argument one sentence, without measuring. Exit
 * code 0; 1 if it could not measure, 2 if the command line is wrong. A defect keeps its stack trace.
 */
public final class Tool {
    private static final int FAILED = 1;
    private static final int WRONG = 2;
    private static final String HELP = "--help";

    private final Class<?> program;
    private final String help;
    private final Map<String, String> defaults;
    private final List<String> places;
    private final Reading reading;

    /** Makes the work out of a command line. */
    @FunctionalInterface
    public interface Reading {
        /**
         * Reads all arguments, before anything is started.
         *
         * @throws IllegalArgumentException if one cannot be used; the message is shown
         */
        Work read(Arguments arguments);
    }

    /** What the program does. */
    @FunctionalInterface
    public interface Work {
        /**
         * Measures and prints.
         *
         * @return the exit code
         * @throws IOException if a file or a process fails; like the following two shown in one line
         * @throws IllegalStateException if a check fails
         * @throws UnsupportedOperationException if this version of Java lacks what is needed
         */
        int run() throws IOException, InterruptedException;
    }

    /**
     * A program whose options all have names.
     *
     * @param program its main class
     * @param help what it measures and what its options mean
     * @param defaults of all options, without the dashes; see {@link Arguments}
     * @param reading of the arguments
     */
    public Tool(Class<?> program, String help, Map<String, String> defaults, Reading reading) {
        this(program, help, defaults, List.of(), reading);
    }

    /**
     * A program some of whose options may be given without their names.
     *
     * @param program its main class
     * @param help what it measures and what its options mean
     * @param defaults of all options, without the dashes; see {@link Arguments}
     * @param places names of the options that values without a name stand for, in this order
     * @param reading of the arguments
     */
    public Tool(Class<?> program, String help, Map<String, String> defaults, List<String> places, Reading reading) {
        this.program = program;
        this.help = help;
        this.defaults = defaults;
        this.places = places;
        this.reading = reading;
    }

    /** Runs the program; ends the virtual machine if the exit code is not 0. */
    public void start(String[] args) {
        int code = written(run(List.of(args), System.out, System.err), program.getSimpleName());
        if (code != 0) {
            System.exit(code);
        }
    }

    /**
     * The exit code of a program that has printed its figures: 1 instead of 0 if they got lost, with a sentence.
     *
     * @param code as the program itself sees it
     * @param name of the program, for the sentence
     */
    public static int written(int code, String name) {
        if (!System.out.checkError()) {
            return code;
        }
        System.err.println(name + ": standard output must be writable, the figures are not complete");
        return code == 0 ? FAILED : code;
    }

    /**
     * Runs the program.
     *
     * @param out for the help; figures go to the standard output
     * @param err for what went wrong
     * @return the exit code
     */
    public int run(List<String> args, PrintStream out, PrintStream err) {
        if (args.contains(HELP)) {
            out.print(help());
            return 0;
        }
        Work work;
        try {
            work = reading.read(Arguments.parse(args, defaults, places));
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            return WRONG;
        }
        try {
            return work.run();
        } catch (IOException | IllegalStateException | UnsupportedOperationException e) {
            err.println(e.getMessage() == null ? e.toString() : e.getMessage());
            return FAILED;
        } catch (InterruptedException e) {
            err.println("interrupted");
            return FAILED;
        }
    }

    private String help() {
        StringBuilder text = new StringBuilder("Usage: ").append(program.getSimpleName());
        places.forEach(place -> text.append(" [").append(place).append(']'));
        text.append(" [options]").append(System.lineSeparator()).append(help.stripTrailing());
        String usual = Arguments.text(defaults);
        return text.append(System.lineSeparator())
                .append(usual.isEmpty() ? "" : "Defaults: " + usual + System.lineSeparator())
                .toString();
    }
}
