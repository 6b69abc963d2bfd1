// SPDX-License-Identifier: Apache-2.0
package io.troupe.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.Tree.Kind;
import com.sun.source.tree.TypeParameterTree;
import com.sun.source.tree.VariableTree;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/**
 * What users of a library can see, as text for a review: exported packages, their public types, and the public and protected
 * members of these. Members come without documentation, in alphabetical order, so that a change of the text is a change for users.
 */
final class PublicApi {
    private static final List<Modifier> SHOWN = List.of(
            Modifier.PROTECTED,
            Modifier.STATIC,
            Modifier.ABSTRACT,
            Modifier.DEFAULT,
            Modifier.FINAL,
            Modifier.SEALED,
            Modifier.NON_SEALED);

    private final SourceTree tree;
    private final SourceModule module;

    PublicApi(SourceTree tree, SourceModule module) {
        this.tree = tree;
        this.module = module;
    }

    /** The text, one declaration per line. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (String name : new TreeSet<>(module.exported())) {
            text.append("package ").append(name).append('\n');
            for (SourceType type : tree.types(module)) {
                if (type.packageName().equals(name) && isVisible(type)) {
                    text.append(declaration(type));
                }
            }
        }
        return text.toString();
    }

    /** One type with its members. */
    String declaration(SourceType type) {
        StringBuilder text = new StringBuilder("  ").append(header(type)).append('\n');
        members(type).forEach(member -> text.append("    ").append(member).append('\n'));
        return text.toString();
    }

    private boolean isVisible(SourceType type) {
        if (type.outer().isEmpty()) {
            return type.is(Modifier.PUBLIC);
        }
        SourceType outer = tree.types().stream()
                .filter(other -> other.qualifiedName().equals(type.outer().get()))
                .findFirst()
                .orElseThrow();
        return isVisible(outer) && isVisibleMember(outer, type.tree().getModifiers());
    }

    private static boolean isVisibleMember(SourceType owner, ModifiersTree modifiers) {
        Set<Modifier> flags = modifiers.getFlags();
        boolean implicitlyPublic =
                owner.tree().getKind() == Kind.INTERFACE || owner.tree().getKind() == Kind.ANNOTATION_TYPE;
        return flags.contains(Modifier.PUBLIC)
                || (flags.contains(Modifier.PROTECTED) && !owner.is(Modifier.FINAL))
                || (implicitlyPublic && !flags.contains(Modifier.PRIVATE));
    }

    private String header(SourceType type) {
        ClassTree declared = type.tree();
        StringBuilder text = new StringBuilder(modifiers(declared.getModifiers()));
        text.append(declared.getKind().name().toLowerCase(Locale.ROOT).replace("annotation_type", "@interface"));
        text.append(' ').append(type.localName()).append(typeParameters(declared.getTypeParameters()));
        if (declared.getKind() == Kind.RECORD) {
            text.append(components(declared));
        }
        if (declared.getExtendsClause() != null) {
            text.append(" extends ").append(declared.getExtendsClause());
        }
        if (!declared.getImplementsClause().isEmpty()) {
            text.append(declared.getKind() == Kind.INTERFACE ? " extends " : " implements ")
                    .append(list(declared.getImplementsClause()));
        }
        if (!declared.getPermitsClause().isEmpty()) {
            text.append(" permits ").append(list(declared.getPermitsClause()));
        }
        return text.toString();
    }

    private static String components(ClassTree declared) {
        return declared.getMembers().stream()
                .filter(member -> member instanceof VariableTree field
                        && !field.getModifiers().getFlags().contains(Modifier.STATIC))
                .map(member -> parameter((VariableTree) member))
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private Set<String> members(SourceType type) {
        Set<String> constants = new LinkedHashSet<>();
        Set<String> found = new TreeSet<>();
        collect(type, type, constants, found);
        constants.addAll(found);
        return constants;
    }

    /** What a type declares, and what it inherits from types that users cannot see. */
    private void collect(SourceType type, SourceType owner, Set<String> constants, Set<String> found) {
        for (Tree member : owner.tree().getMembers()) {
            if (member instanceof MethodTree method && isVisibleMember(owner, method.getModifiers())) {
                boolean constructor = method.getReturnType() == null;
                if (!constructor) {
                    found.add(method(method));
                } else if (owner.equals(type) && isOfInterest(type.tree(), method)) {
                    found.add(constructor(type, method));
                }
            } else if (member instanceof VariableTree field && isConstantOfEnum(owner, field)) {
                constants.add(field.getName().toString());
            } else if (member instanceof VariableTree field && isVisibleMember(owner, field.getModifiers())) {
                found.add(modifiers(field.getModifiers()) + field.getType() + " " + field.getName());
            }
        }
        tree.superclass(owner)
                .filter(parent -> !parent.isExported() || !parent.is(Modifier.PUBLIC))
                .ifPresent(parent -> collect(type, parent, constants, found));
    }

    private static boolean isConstantOfEnum(SourceType owner, VariableTree field) {
        return owner.tree().getKind() == Kind.ENUM
                && field.getModifiers().getFlags().contains(Modifier.STATIC)
                && owner.simpleName().equals(String.valueOf(field.getType()))
                && field.getInitializer() != null
                && field.getInitializer().toString().startsWith("new ");
    }

    /** Not those that enums and records have in any case. */
    private static boolean isOfInterest(ClassTree declared, MethodTree constructor) {
        return declared.getKind() != Kind.ENUM
                && (declared.getKind() != Kind.RECORD
                        || !parameters(constructor).equals(components(declared)));
    }

    private static String constructor(SourceType type, MethodTree method) {
        return modifiers(method.getModifiers()) + type.simpleName() + parameters(method) + thrown(method);
    }

    private static String method(MethodTree method) {
        String parameters = typeParameters(method.getTypeParameters());
        return modifiers(method.getModifiers())
                + (parameters.isEmpty() ? "" : parameters + " ")
                + method.getReturnType()
                + " "
                + method.getName()
                + parameters(method)
                + thrown(method)
                + (method.getDefaultValue() == null ? "" : " default " + method.getDefaultValue());
    }

    private static String parameters(MethodTree method) {
        return method.getParameters().stream().map(PublicApi::parameter).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String parameter(VariableTree variable) {
        // The text of a declaration knows of "int..." what its type alone does not say.
        boolean varargs = variable.toString().contains("...");
        String type = variable.getType().toString();
        return nullable(variable.getModifiers())
                + (varargs && type.endsWith("[]") ? type.substring(0, type.length() - 2) + "..." : type)
                + " "
                + variable.getName();
    }

    private static String thrown(MethodTree method) {
        List<? extends ExpressionTree> thrown = method.getThrows();
        return thrown.isEmpty() ? "" : " throws " + list(thrown);
    }

    private static String typeParameters(List<? extends TypeParameterTree> parameters) {
        return parameters.isEmpty() ? "" : "<" + list(parameters) + ">";
    }

    private static String list(List<? extends Tree> trees) {
        return trees.stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    private static String modifiers(ModifiersTree tree) {
        List<String> words = new ArrayList<>();
        for (Modifier modifier : SHOWN) {
            if (tree.getFlags().contains(modifier)) {
                words.add(modifier + " ");
            }
        }
        return String.join("", words) + nullable(tree);
    }

    private static String nullable(ModifiersTree tree) {
        return tree.getAnnotations().stream()
                .map(annotation -> annotation.getAnnotationType().toString())
                .filter(name -> name.equals("Nullable") || name.equals("Deprecated"))
                .map(name -> "@" + name + " ")
                .collect(Collectors.joining());
    }
}
