"""Writes the small Spanish corpus of the demo: sentences of our own, put together from parts.

    python scripts/write_sample_corpus.py > src/tertium/samples/mtness/corpus.es.txt

A line below is a pattern with choices in braces. Of each pattern, ten different sentences are drawn, or all that there
are; the order of lines is shuffled. The same seed makes the same corpus.
"""

from __future__ import annotations

import random
import re
import sys
from itertools import product

SEED = 8
MOST = 10

# Each right phrase of the demo is in one or more patterns, and so are the words of the wrong ones, where they belong.
PATTERNS = """
El vuelo a {París|Londres|Roma|Madrid} sale a las {siete|ocho|nueve} {de la mañana|de la tarde|en punto}.
{Mi|Nuestro} vuelo {llega|sale} con {una hora|veinte minutos} de retraso.
El vuelo de {mi hermano|mi madre|la directora} {llegó|salió} {tarde|antes de tiempo|a su hora}.
La salida del vuelo se anuncia en {la pantalla|el panel} del {aeropuerto|vestíbulo}.
{La salida|La llegada} del vuelo {se retrasa|es en la otra terminal|cambió dos veces}.
Salida vuelo {París|Roma|Madrid|Bilbao}: puerta {siete|nueve|dos}.
Salida vuelo a {Londres|Sevilla|Lisboa}: {con retraso|a su hora|puerta cinco}.
Está previsto llegar a {Madrid|Sevilla|Roma} {antes de comer|a media tarde|al anochecer}.
{La salida|La llegada|La reunión} está prevista para {las nueve|mañana|el viernes}.
Está previsto {abrir|terminar|empezar} {la obra|el curso} {en otoño|el lunes|a final de mes}.
{He comprado|Necesito|Se ha roto} {un|este|ese} disco duro {externo|nuevo|de segunda mano}.
El disco duro {del ordenador|de la oficina|de mi hija} {está lleno|hace ruido|ya no funciona}.
{Guarda|Copia} {las fotos|los archivos} en el disco duro {externo|interno|antes de salir}.
{Creo que el|Como siempre, el|El} disco está lleno y {no puedo guardar nada|hay que borrar archivos|no caben las fotos}.
{El vaso|El autobús|El tren|El aeropuerto} está lleno {de gente|hasta arriba|de agua|otra vez}.
{Hay que|Conviene|Hace falta} comprar más memoria RAM {para el portátil|antes del verano|y otra pantalla}.
{Este|Ese|Mi} ordenador tiene {poca|mucha|suficiente} memoria RAM {para trabajar|para jugar}.
La memoria RAM {es barata|es cara|se vende por piezas|está en la caja azul}.
{Los niños|Los corredores|Los animales|Todos} morían de sed {en el desierto|después de la carrera|en verano}.
{Las plantas|Los animales} mueren de sed {en el desierto|en verano}.
{Me muero|Nos morimos} de sed: {¿hay agua?|dame un vaso de agua.|necesito beber algo.}
{Siempre|Otra vez|Hoy} tengo sed y {quiero un vaso de agua|no queda agua|la tienda está cerrada|voy a la cocina}.
{Esta noche|El viernes|Mañana} {queremos|podemos|vamos a} salir a cenar {con los amigos|en el centro|cerca de casa}.
{Nos gusta|Prefieren|Les encanta} salir a cenar {los sábados|cuando hace calor|después del cine}.
{La cena|La comida} es a las {nueve|dos|ocho} en {casa de Marta|el restaurante|el jardín}.
{Mi padre|Mi amiga} prepara la cena {todos los días|mientras estudio|sin prisa}.
{Aquí|Hoy|En esta empresa} el salario neto {es de mil euros|sube poco cada año|no llega a fin de mes}.
{Cobra|Piden|Ofrecen} un salario neto {más alto|de dos mil euros}.
El beneficio neto {de la empresa|del hotel|del banco} {ha bajado|ha subido|será mayor} este año.
{El suelo|El cuarto|El coche} {está|queda|parece} limpio {y seco|desde ayer|por fin}.
{Quiero|Busco|Necesito} {un plato|un vaso|un papel} limpio {para la cena|de la cocina}.
{Aquí el aire|Hoy el mar} es más limpio {que ayer|que en la ciudad}.
{Haremos|Prepararon|Habrá} una gran fiesta en {la escuela|el barrio|la plaza} {este verano|por su cumpleaños}.
{Fue|Era} una gran {idea|sorpresa|noticia} para {todos|la familia|el equipo}.
{Una casa|Una mesa|Una plaza} grande {necesita luz|da mucho trabajo|cuesta más|es cómoda}.
{Fue|Era|Es} el primer contacto con {la empresa|el cliente|la universidad}.
El primer contacto {se hizo por teléfono|fue breve|salió bien|llegó por correo}.
{Es|Era} el primer {día|año|mes} {del curso|en la oficina|de trabajo}.
{Es|Fue|Era} el tercer día {del curso|de la semana|de viaje}.
{Es|Fue} el tercer {examen|intento} {del curso|de este mes}.
{Marta|Luis|El piloto} llegó {primero|tercero} {en la carrera|a la meta|otra vez}.
{Este|Ese|Mayo} es un buen momento para {hablar|descansar|empezar|cambiar de trabajo|comprar casa}.
{Fue|Ha sido} un buen {año|viaje|partido} para {todos|nosotros|la empresa}.
El nuevo director {llega mañana|habla tres idiomas|viene de Valencia} {y trae cambios|según el correo|, dicen}.
{Nadie conoce|Ayer vi} al nuevo director {de la escuela|del hotel}.
{El nuevo gobierno|El nuevo programa|El nuevo edificio} {empieza en mayo|gusta a la gente|costó mucho}.
{Hay|Quedan|Faltan} nueve {sillas|días|alumnos} {en el aula|para el viaje|todavía}.
{El|Hoy el} jefe de la oficina {habla con todo el mundo|está de viaje|llega temprano|come solo|no contesta}.
El jefe de {la empresa|mi hermana|ventas} {habla con todo el mundo|está de viaje|llega temprano}.
No {hables|discutas|llores} delante del jefe {nunca|otra vez|por eso}.
{Me duele|Le dolía|Movió} la cabeza {toda la noche|sin decir nada|desde ayer}.
{El niño|La actriz} {se lavó|se tapó|levantó} la cabeza {en silencio|con las manos}.
{Lleva|Tiene} {un sombrero|una idea|un golpe} en la cabeza.
{No hagas|Por favor, no hagas} el ridículo delante {del director|de tus amigos|de la clase|de todos}.
{Hizo|Hicimos|Hicieron} el ridículo {en la fiesta|en el examen|otra vez}.
{Compré|Comimos|Queda} {un|medio} melocotón {maduro|muy dulce|para el postre}.
Llueve a cántaros {desde ayer|en toda la ciudad|y no tengo paraguas|en Bilbao|otra vez|y el tren no sale|en la playa}.
{Las ventanas|Las puertas|Las tiendas} {del aula|del barrio|del edificio} están abiertas {por la tarde|todo el día}.
{La puerta|La ventana} {del despacho|de la biblioteca|del cuarto} está cerrada {con llave|desde ayer|hoy}.
{La puerta|La ventana} {de la cocina|del taller} está abierta {desde ayer|hoy}.
{El agua|La sopa|La leche} {del vaso|de la jarra|del plato} está fría.
El agua está {fría|caliente|limpia} {esta mañana|en invierno|en la piscina}.
{La reunión|Hoy la reunión} ha sido muy larga {y nadie habló|para todos|otra vez|, pero útil}.
{La clase|La película} ha sido muy {larga|divertida} {esta vez|para todos}.
La reunión ha sido {breve|un éxito|aburrida} {y nadie habló|para todos|esta vez}.
{Mi padre|Ana|El técnico} ha estado {enfermo|en casa|de viaje} {toda la semana|dos días}.
{El|Para mí el} tamaño de la pantalla {es correcto|no importa|cambia poco|se mide en pulgadas|decide el precio}.
El tamaño de la {letra|caja|foto} es {correcto|demasiado pequeño}.
{Es|Fue} una medida {necesaria|urgente|del gobierno} {para ahorrar|de seguridad}.
{La medida|Esta medida} {gusta a|afecta a|divide a} {los médicos|los vecinos}.
A medida que {crece|habla|estudia}, {entiende más|pierde el miedo}.
{Este ordenador|El plan|El coche} tiene un solo problema: {es lento|es caro|hace ruido}.
{Hoy sale|Ayer salió|Mañana saldrá} el sol {temprano|después de la lluvia}.
{Nos sentamos|Leemos|Dormía} al sol {en el patio|sin prisa|toda la tarde}.
{Tengo|Tienes|Tenemos} que ir al CAP {del barrio|por la tarde|con el niño}.
El CAP {abre a las ocho|está cerca de casa|tiene médicos nuevos|cierra en agosto}.
{Este año|Por fin|En Barcelona} las notas de las PAU {llegan el viernes|son altas|salen en junio|se publican hoy}.
Las PAU {empiezan el martes|duran tres días|dan miedo}.
{Todos|Los vecinos|Los países} {quieren|piden|buscan} la paz {en el mundo|cuanto antes}.
{Déjame|Déjanos|Dejad al perro} en paz {un rato|, por favor}.
{La paz|Esa paz} {llegó tarde|duró poco|costó cara}.
{Compró|Llevaba|Recibió} un ramo de {flores|rosas} {para su madre|en la mano}.
{Ella|Mi hijo|El cliente} quiere {un café|otra mesa|salir pronto|hablar con usted}.
{Nadie|Marta|El niño} quiere {esperar|ir a casa|ver la película} {ahora|sin sus amigos}.
¿Quién quiere {pan|más agua|un helado|venir conmigo}?
{Voy|Vamos|Van} a llevar {las maletas|el coche|los libros} {al aeropuerto|a casa|al taller}.
{Hay|Compramos|Leyó} siete {libros|billetes|cartas} {en la mesa|para el viaje|en un mes}.
{Son|Ya son} las siete {y media|y nadie llega|en punto}.
{El niño|La tienda|Mi gato} {tiene|cumple} siete {años|meses}.
Los pasajeros llevan las maletas {al avión|al autobús|a la puerta} {sin prisa|con cuidado}.
{He perdido|Busco|Aquí tienes|No encuentro} el billete de {avión|tren} {de mi padre|de vuelta}.
{Los alumnos|Las niñas} han hecho los deberes {en la biblioteca|sin ayuda|en media hora}.
El profesor escribe {en la pizarra|una carta|las notas|el informe} {con tiza|despacio}.
{Los niños|Las niñas|Los perros} juegan en el {patio|parque|jardín} {por la tarde|hasta tarde}.
{Hemos|Han} cambiado la contraseña del {correo|ordenador|teléfono} {esta semana|por seguridad}.
La impresora no tiene {papel|tinta} {desde el lunes|otra vez|y nadie lo sabe}.
El poder {del gobierno|de la prensa|del dinero} es {muy grande|limitado|antiguo}.
El tren no puede salir {por la nieve|todavía|sin el maquinista|a su hora}.
{Bailó|Bailaron|Bailamos} toda la noche {en la plaza|sin parar|con sus amigos}.
Es {correcto|importante|difícil} {decirlo así|llegar a tiempo|trabajar con ruido}.
"""


def main() -> None:
    """Writes the corpus to standard output."""
    chance = random.Random(SEED)  # noqa: S311 - nothing secret
    lines: list[str] = []
    for pattern in PATTERNS.strip().splitlines():
        sentences = expand(pattern)
        lines += chance.sample(sentences, min(MOST, len(sentences)))
    chance.shuffle(lines)
    sys.stdout.write("".join(f"{line}\n" for line in dict.fromkeys(lines)))


def expand(pattern: str) -> list[str]:
    """All sentences of a pattern."""
    pieces = [piece.split("|") for piece in re.split(r"[{}]", pattern)]
    return ["".join(choice).replace(" ,", ",") for choice in product(*pieces)]


if __name__ == "__main__":
    main()
