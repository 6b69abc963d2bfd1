// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.continuation.DevelopmentChecks;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Reference;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the reference class of an actor type. It has no constructor: nothing of the user may run for it.
 *
 * <pre>{@code
 * final class Counter$$TroupeReference extends Counter implements Reference {
 *     Outlet troupe$outlet;
 *     public void add(int n) { troupe$outlet.tell(new Counter$$TroupeMessage0$add(n)); }
 *     public Promise get() { return troupe$outlet.ask(new Counter$$TroupeMessage1$get()); }
 *     void helper() { throw ReferenceSupport.notAMessage("Counter.helper()"); }
 *     // equals, hashCode, toString: by address
 * }
 * }</pre>
 */
final class ReferenceWriter {
    private static final String REFERENCE = Type.getInternalName(Reference.class);
    private static final Type PROMISE = Type.getType(Promise.class);

    private final MethodTable table;
    private final GeneratedNames names;
    private final String self;
    private final ClassWriter writer;

    private ReferenceWriter(MethodTable table) {
        this.table = table;
        names = new GeneratedNames(table.type());
        self = names.reference();
        writer = table.type().isInterface()
                ? Bytecode.begin(self, Bytecode.OBJECT.getInternalName(), names.actor(), REFERENCE)
                : Bytecode.begin(self, names.actor(), REFERENCE);
    }

    static ClassFile write(MethodTable table) {
        ReferenceWriter reference = new ReferenceWriter(table);
        reference.writeOutlet();
        reference.writeObjectMethods();
        for (MessageMethod message : table.messages()) {
            reference.writeMessage(message);
        }
        for (MethodTable.Forward forward : table.forwards()) {
            reference.writeForward(forward);
        }
        for (Method method : table.guards()) {
            reference.writeGuard(method);
        }
        return new ClassFile(reference.self, reference.writer.toByteArray());
    }

    private void writeOutlet() {
        writer.visitField(0, GeneratedNames.OUTLET, Bytecode.OUTLET.getDescriptor(), null, null)
                .visitEnd();
        String descriptor = Type.getMethodDescriptor(Bytecode.OUTLET);
        MethodVisitor code = Bytecode.method(writer, Opcodes.ACC_PUBLIC, "troupe$outlet", descriptor);
        loadOutlet(code);
        Bytecode.end(code, Opcodes.ARETURN);
    }

    private void writeObjectMethods() {
        MethodVisitor equals = Bytecode.method(writer, Opcodes.ACC_PUBLIC, "equals", "(Ljava/lang/Object;)Z");
        loadOutlet(equals);
        equals.visitVarInsn(Opcodes.ALOAD, 1);
        support(equals, "sameTarget", Type.BOOLEAN_TYPE, Bytecode.OUTLET, Bytecode.OBJECT);
        Bytecode.end(equals, Opcodes.IRETURN);

        MethodVisitor hash = Bytecode.method(writer, Opcodes.ACC_PUBLIC, "hashCode", "()I");
        loadOutlet(hash);
        support(hash, "hash", Type.INT_TYPE, Bytecode.OUTLET);
        Bytecode.end(hash, Opcodes.IRETURN);

        MethodVisitor text = Bytecode.method(writer, Opcodes.ACC_PUBLIC, "toString", "()Ljava/lang/String;");
        text.visitLdcInsn(table.type().getSimpleName());
        loadOutlet(text);
        support(text, "text", Type.getType(String.class), Type.getType(String.class), Bytecode.OUTLET);
        Bytecode.end(text, Opcodes.ARETURN);

        if (table.finalizer()) {
            Bytecode.end(Bytecode.method(writer, Opcodes.ACC_PROTECTED, "finalize", "()V"), Opcodes.RETURN);
        }
    }

    private void writeMessage(MessageMethod method) {
        MethodVisitor code = Bytecode.method(writer, Opcodes.ACC_PUBLIC, method.name(), method.descriptor());
        loadOutlet(code);
        String message = names.message(method);
        code.visitTypeInsn(Opcodes.NEW, message);
        code.visitInsn(Opcodes.DUP);
        Parameter[] parameters = method.method().getParameters();
        int slot = 1;
        for (Parameter parameter : parameters) {
            loadArgument(code, parameter, slot);
            slot += Type.getType(parameter.getType()).getSize();
        }
        String constructor = Type.getMethodDescriptor(Type.VOID_TYPE, method.parameters());
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, message, "<init>", constructor, false);
        Type kind = Type.getType(method.isAsk() ? AskMessage.class : TellMessage.class);
        Type result = method.isAsk() ? PROMISE : Type.VOID_TYPE;
        String send = Type.getMethodDescriptor(result, kind);
        String name = method.isAsk() ? "ask" : "tell";
        code.visitMethodInsn(Opcodes.INVOKEINTERFACE, Bytecode.OUTLET.getInternalName(), name, send, true);
        Bytecode.end(code, result.getOpcode(Opcodes.IRETURN));
    }

    private static void loadArgument(MethodVisitor code, Parameter parameter, int slot) {
        Type type = Type.getType(parameter.getType());
        Bytecode.load(code, type, slot);
        if (parameter.isVarArgs()
                && MessageMethod.mayHoldActor(parameter.getType().getComponentType())) {
            support(code, "elements", Bytecode.OBJECTS, Bytecode.OBJECTS);
            Bytecode.cast(code, type);
        } else if (MessageMethod.mayHoldActor(parameter.getType())) {
            code.visitLdcInsn(type);
            support(code, "argument", Bytecode.OBJECT, Bytecode.OBJECT, Type.getType(Class.class));
            Bytecode.cast(code, type);
        } else if (DevelopmentChecks.ON && MessageMethod.mayContainActor(parameter.getType())) {
            support(code, "checked", Bytecode.OBJECT, Bytecode.OBJECT);
            Bytecode.cast(code, type);
        }
    }

    private void writeForward(MethodTable.Forward forward) {
        Method to = forward.to();
        String name = forward.from().getName();
        String descriptor = Type.getMethodDescriptor(forward.from());
        MethodVisitor code = Bytecode.method(writer, Opcodes.ACC_PUBLIC | Opcodes.ACC_BRIDGE, name, descriptor);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        int slot = 1;
        for (Type parameter : Type.getArgumentTypes(to)) {
            Bytecode.load(code, parameter, slot);
            if (!Bytecode.isPrimitive(parameter)) {
                Bytecode.cast(code, parameter);
            }
            slot += parameter.getSize();
        }
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, self, name, Type.getMethodDescriptor(to), false);
        Bytecode.end(code, Type.getReturnType(to).getOpcode(Opcodes.IRETURN));
    }

    private void writeGuard(Method method) {
        int access = Modifier.isProtected(method.getModifiers()) ? Opcodes.ACC_PROTECTED : 0;
        MethodVisitor code = Bytecode.method(writer, access, method.getName(), Type.getMethodDescriptor(method));
        code.visitLdcInsn(MethodInfo.of(table.type(), method).toString());
        support(code, "notAMessage", Type.getType(IllegalStateException.class), Type.getType(String.class));
        Bytecode.end(code, Opcodes.ATHROW);
    }

    private void loadOutlet(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitFieldInsn(Opcodes.GETFIELD, self, GeneratedNames.OUTLET, Bytecode.OUTLET.getDescriptor());
    }

    private static void support(MethodVisitor code, String name, Type result, Type... parameters) {
        String descriptor = Type.getMethodDescriptor(result, parameters);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, Bytecode.SUPPORT, name, descriptor, false);
    }
}
