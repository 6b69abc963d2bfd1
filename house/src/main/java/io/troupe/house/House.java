// SPDX-License-Identifier: Apache-2.0
package io.troupe.house;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command {@code .ci/house}: figures, rules and public API of a source tree. */
public final class House {
    private static final String USAGE =
            """
            usage: .ci/house [figures|check|rules|accept|tighten] [folder]
              figures  a table of all modules (default)
              rules    every violation of a rule of shape
              check    fails if a rule is broken more often than house/known.txt says, or the public API is not that of api/*.txt
              accept   writes the public API to api/*.txt, for a review
              tighten  writes smaller numbers to house/known.txt
            """;

    private final Path root;
    private final SourceTree tree;

    /**
     * Reads the sources of all modules.
     *
     * @param root the folder with the modules in it
     */
    public House(Path root) {
        this.root = root;
        tree = SourceTree.read(root);
    }

    /**
     * Runs the command.
     *
     * @param args the command and the folder with the modules
     * @throws IOException if a file cannot be read or written
     */
    public static void main(String[] args) throws IOException {
        String command = args.length > 0 ? args[0] : "figures";
        House house = new House(Path.of(args.length > 1 ? args[1] : "."));
        System.exit(house.run(command, System.out) ? 0 : 1);
    }

    private boolean run(String command, PrintStream out) throws IOException {
        switch (command) {
            case "figures" -> out.print(new Figures(tree));
            case "rules" ->
                new Rules(tree)
                        .violations()
                        .forEach(violation -> out.println(violation.key() + ": " + violation.sentence()));
            case "accept" -> accept();
            case "tighten" -> tighten();
            case "check" -> {
                List<String> complaints = complaints();
                complaints.forEach(out::println);
                return complaints.isEmpty();
            }
            default -> {
                out.print(USAGE);
                return false;
            }
        }
        return true;
    }

    /**
     * Compares the sources with the numbers and the public API that were accepted.
     *
     * @return what is not as it was accepted, a sentence each
     * @throws IOException if a file cannot be read
     */
    public List<String> complaints() throws IOException {
        List<String> found = new ArrayList<>(KnownViolations.read(known()).exceededBy(new Rules(tree).violations()));
        for (SourceModule module : libraries()) {
            Path file = api(module);
            String now = new PublicApi(tree, module).toString();
            String accepted = Files.exists(file) ? Files.readString(file) : "";
            if (!now.equals(accepted)) {
                found.add("the public API must be the accepted one; \".ci/house accept\" writes it: file="
                        + root.relativize(file) + differences(accepted, now));
            }
        }
        return found;
    }

    private static String differences(String accepted, String now) {
        List<String> before = accepted.lines().toList();
        List<String> after = now.lines().toList();
        StringBuilder text = new StringBuilder();
        before.stream().filter(line -> !after.contains(line)).forEach(line -> text.append("\n  - ")
                .append(line.strip()));
        after.stream().filter(line -> !before.contains(line)).forEach(line -> text.append("\n  + ")
                .append(line.strip()));
        return text.toString();
    }

    private void accept() throws IOException {
        for (SourceModule module : libraries()) {
            Files.createDirectories(api(module).getParent());
            Files.writeString(api(module), new PublicApi(tree, module).toString());
        }
    }

    private void tighten() throws IOException {
        KnownViolations found = KnownViolations.of(new Rules(tree).violations());
        boolean first = !Files.exists(known());
        Files.writeString(
                known(), (first ? found : KnownViolations.read(known()).tightenedTo(found)).toString());
    }

    private List<SourceModule> libraries() {
        return tree.modules().stream().filter(SourceModule::library).toList();
    }

    private Path known() {
        return root.resolve("house").resolve("known.txt");
    }

    private Path api(SourceModule module) {
        return root.resolve("api").resolve(module.name() + ".txt");
    }
}
