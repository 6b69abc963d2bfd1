// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.lang.reflect.RecordComponent;

/** The names that types and components have in encoded values. Any thread; always the same name for the same one. */
public interface GivenNames {
    /** The names that they have in Java. */
    GivenNames OF_JAVA = new GivenNames() {};

    /** The name that is written for a type; that of the class is read, too. */
    default String of(Class<?> type) {
        return type.getName();
    }

    /** The name that is written and read for a component of a record. */
    default String of(RecordComponent component) {
        return component.getName();
    }
}
