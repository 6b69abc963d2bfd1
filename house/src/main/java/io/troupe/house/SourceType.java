// SPDX-License-Identifier: Apache-2.0
package io.troupe.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.Tree;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Modifier;

/**
 * A type as its source declares it.
 *
 * @param module the module that it belongs to
 * @param packageName its package
 * @param qualifiedName package, enclosing types and name, separated by dots
 * @param outer the qualified name of the type around it, if it is nested
 * @param tree its declaration
 * @param firstSentence the first sentence of its documentation, empty without one
 * @param imports the names at the top of its file, those of static members too
 */
record SourceType(
        SourceModule module,
        String packageName,
        String qualifiedName,
        Optional<String> outer,
        ClassTree tree,
        String firstSentence,
        List<String> imports) {

    String simpleName() {
        return tree.getSimpleName().toString();
    }

    /** The name within its package: {@code Outer.Inner}. */
    String localName() {
        return qualifiedName.substring(packageName.length() + 1);
    }

    boolean is(Modifier modifier) {
        return modifiers().contains(modifier);
    }

    Set<Modifier> modifiers() {
        return tree.getModifiers().getFlags();
    }

    boolean isTopLevel() {
        return outer.isEmpty();
    }

    boolean isClass() {
        return tree.getKind() == Tree.Kind.CLASS;
    }

    /** Whether anybody may use its package. */
    boolean isExported() {
        return module.exported().contains(packageName);
    }

    /** Whether some modules may use its package, and others not. */
    boolean isExportedToSome() {
        return module.exportedToSome().contains(packageName);
    }
}
