/**
 * Invented people and pigeons for the demo: plausible names of some thirty countries, the same for the same seed. They
 * are combined from common first and last names; a real person of that name is not meant.
 */
import { createHash } from 'node:crypto';
import type { ListedBird } from './import-list.ts';

export interface InventedTeam {
  name: string;
  fancier: string;
  country: string;
}

export interface InventedBird {
  name: string | null;
  color: string;
  sex: 'cock' | 'hen';
}

/** The share of each country. */
export type Shares = Readonly<Record<string, number>>;

/** A team that is not in `taken` (lower case); it is added there. */
export function inventTeam(seed: string, shares: Shares, taken: Set<string>): InventedTeam {
  const country = shared(shares, draw(seed, 'country'));
  const land = lands[country]!;
  for (let n = 0; ; n++) {
    const first = pick(land.first, `${seed} ${n}`, 'first');
    const last = pick(land.last, `${seed} ${n}`, 'last');
    const others = land.last.filter((other) => other !== last);
    const names: Record<string, string> = { F: first, L: last, M: pick(others, `${seed} ${n}`, 'other') };
    const form = pick(land.teams, `${seed} ${n}`, 'form').replaceAll(/\b[FLM]\b/g, (blank) => names[blank]!);
    const number = n < 40 ? '' : ` ${n}`; // when the names of a country run out
    const name = form + number;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    const order = land.family_first ? [last, first] : [first, last];
    return { name, fancier: order.join(' '), country };
  }
}

/** Name, colour and sex of a bird of a country; one bird in three has no name. */
export function inventBird(ring: string, country: string): InventedBird {
  return {
    name: draw(ring, 'named') < 1 / 3 ? null : pick(lands[country]!.birds, ring, 'name'),
    color: shared(colors, draw(ring, 'color')),
    sex: draw(ring, 'sex') < 0.5 ? 'cock' : 'hen',
  };
}

/** A ring of the Belgian form that is not in `taken` (compared as written); it is added there. */
export function inventRing(seed: string, taken: Set<string>): string {
  for (let n = 0; ; n++) {
    const ring = `BE${1_000_000 + Math.floor(draw(`${seed} ${n}`, 'ring') * 6_500_000)}-16`;
    if (taken.has(ring)) continue;
    taken.add(ring);
    return ring;
  }
}

/** More birds of the same teams. */
export function inventMates(seed: string, count: number, birds: readonly ListedBird[]): ListedBird[] {
  const taken = new Set(birds.map((bird) => bird.ring));
  return Array.from({ length: count }, (_, i) => {
    const ring = inventRing(`${seed} ${i}`, taken);
    const mate = pick(birds, ring, 'mate');
    return { ...mate, ring, ...inventBird(ring, mate.country!), home: null };
  });
}

/** One of a list, always the same for the same seed. */
export function pick<T>(list: readonly T[], seed: string, what: string): T {
  return list[Math.floor(draw(seed, what) * list.length)]!;
}

/** A number in [0, 1), always the same for the same seed. */
function draw(seed: string, what: string): number {
  return createHash('sha256').update(`${what} ${seed}`).digest().readUIntBE(0, 6) / 2 ** 48;
}

function shared(shares: Shares, at: number): string {
  const entries = Object.entries(shares);
  let left = at * entries.reduce((total, [, share]) => total + share, 0);
  for (const [name, share] of entries) {
    left -= share;
    if (left < 0) return name;
  }
  return entries[0]![0];
}

const colors: Shares = {
  'Blue bar': 30,
  'Blue chequer': 24,
  'Dark chequer': 16,
  'Blue bar white flight': 6,
  'Blue chequer pied': 5,
  'Red chequer': 5,
  Mealy: 4,
  'Dark pied': 3,
  Grizzle: 3,
  Black: 2,
  Slate: 1,
  White: 1,
};

interface Land {
  first: readonly string[];
  last: readonly string[];
  /** Patterns of names: F is a first name, L a last name, M another last name. */
  teams: readonly string[];
  birds: readonly string[];
  family_first?: true;
}

const words = (text: string) => text.split(', ');
const land = (first: string, last: string, teams: string, birds: string, more: { family_first?: true } = {}): Land => ({
  first: words(first),
  last: words(last),
  teams: words(teams),
  birds: words(birds),
  ...more,
});

const lands: Readonly<Record<string, Land>> = {
  BE: land(
    'Luc, Dirk, Patrick, Marc, Johan, Kris, Geert, Wim, Bart, Danny, Filip, Koen, Stefaan, Ronny, Eddy, Guido, Jozef, Albert, Sofie, Katrien, Michel, Philippe, Didier, Thierry',
    'Van Aerde, De Bruyne, Lambrecht, Goossens, Mertens, Claes, Wouters, De Smet, Van Hove, Coppens, Verlinden, Dewitte, Baert, Segers, Van Damme, Moens, Aerts, Pauwels, Michiels, Bogaert, De Backer, Lemmens, Thys, Vermeersch, Hendrickx, De Coninck, Van Acker, Lejeune, Lambert, Dumont',
    'L & Zoon, Gebr. L, L – M, Combinatie L, F L, F L & zoon, Hok L, L & Dochters, Duivenvrienden L',
    'Kleine Witpen, Zilveren Fons, Blauwe Prins, De Vale, Witneus, Bolleke, Den Donkeren, Schicht, Kapoen, Fakkel, Zwarte Parel, Lichtmis, De Sterke, Snelle Jef, Prinses, Klaproos, Leeuwerik, Bliksem',
  ),
  NL: land(
    'Henk, Jan, Piet, Kees, Gerrit, Willem, Wim, Arie, Jaap, Cor, Bert, Theo, Ad, Rinus, Marja, Anneke',
    'de Vroom, van Dijk, Bakker, Visser, Smit, de Boer, Mulder, Bos, Vos, Peters, Hendriks, van Leeuwen, Dekker, Brouwer, de Wit, Dijkstra, van der Meer, Kok, Jacobs, Vermeulen',
    'Combinatie L, Gebr. L, L & Zn., F L, L – M, Fam. L, F L en kinderen',
    'Koningin, Oranje, Stormvogel, De Kanjer, Waterman, Zilvermeeuw, Goudhaantje, Blauwe Diamant, Polderheld, Noorderlicht, Windekind, Bonte Piet',
  ),
  DE: land(
    'Jürgen, Klaus, Uwe, Heinz, Günter, Wolfgang, Werner, Manfred, Dieter, Ralf, Bernd, Horst, Frank, Petra, Monika',
    'Hollmann, Becker, Schröder, Krause, Lehmann, Hartmann, Brandt, Vogt, Sommer, Winter, Busch, Kuhn, Pohl, Engelhardt, Arnold, Lorenz, Seidel, Böhm',
    'Hollerhof L, SG L & M, F L, L & Sohn, Team L, Schlag L',
    'Kleiner Blitz, Nordlicht, Silberpfeil, Die Schnelle, Wolkentänzer, Rheingold, Adler, Sturmwind, Heimkehr, Morgenstern, Blaue Elise, Eiche',
  ),
  FR: land(
    'Alain, Michel, Jean-Luc, Pascal, Thierry, Daniel, Gérard, Christian, Sylvie, Bruno',
    'Morel, Fournier, Girard, Bonnet, Lemaire, Dubois, Mercier, Roussel, Caron, Lefèvre, Marchand, Delattre',
    'L & Fils, Colombier L, F L, Ets L, L – M',
    'Mistral, Belle Étoile, Tonnerre, Vif Argent, Hirondelle, Gamin, Fleur Bleue, Cyrano',
  ),
  GB: land(
    'Dave, Alan, Brian, Keith, Colin, Derek, Stuart, Graham, Trevor, Sheila, Ian, Norman',
    'Ashcroft, Hargreaves, Thompson, Whitaker, Bradshaw, Lockwood, Pickering, Holroyd, Fenwick, Mason, Gibson, Weller',
    'Blackmoor Loft, L & Son, F L, Mr & Mrs L, L Bros, L – M Syndicate, L Lofts',
    'Moorcock, Northern Lass, Pennine Star, Silver Lady, Lightning, Wee Jock, Bramble, Foxglove',
  ),
  IE: land(
    'Sean, Liam, Brendan, Noel, Declan, Maeve',
    'Murragh, Brady, Nolan, Keane, Foley, Doyle',
    'L & Sons, F L, L Bros, L Lofts',
    'Kilkenny Rose, Shamrock, Liffey, Celtic Star, Tuam Lad',
  ),
  PL: land(
    'Piotr, Andrzej, Marek, Krzysztof, Janusz, Stanisław, Grzegorz, Zbigniew, Ewa, Tomasz',
    'Kowalczyk, Wiśniewski, Zieliński, Wójcik, Mazur, Krawczyk, Dudek, Pawlak, Sikora, Baran, Górski, Witek',
    'L Bros, F L, L i Syn, Team L, L – M, Hodowla L',
    'Błysk, Iskra, Wicher, Orlik, Strzała, Perełka, Wisła, Burza',
  ),
  PT: land(
    'Rui, João, António, Carlos, Paulo, Luís, Teresa',
    'Carvalhal, Ferreira, Marques, Teixeira, Nogueira, Barbosa, Pinto, Moreira',
    'Quinta do Vale L, Pombal L, F L, Irmãos L, L & Filhos',
    'Vento Norte, Estrela, Relâmpago, Andorinha, Saudade, Douro, Fado',
  ),
  ES: land(
    'Paco, José, Manuel, Antonio, Javier, Miguel, Carmen',
    'Ortuño, Navarro, Serrano, Molina, Delgado, Ramírez, Campos, Vidal',
    'Hermanos L, Palomar L, F L, L e Hijos',
    'Relámpago, Lola, Trueno, Sierra, Cometa, Alborada, Lucero',
  ),
  IT: land(
    'Carlo, Marco, Giuseppe, Franco, Luigi, Roberto, Anna',
    'Bianchetti, Moretti, Galli, Ferri, Rinaldi, Costa, Villa, Testa',
    'Colombaia L, F L, Fratelli L, Team L',
    'Freccia, Tramontana, Stella, Fulmine, Ombra, Saetta',
  ),
  RO: land(
    'Ionuț, Mihai, Vasile, Gheorghe, Dan, Florin, Adrian, Elena',
    'Popa, Stan, Dumitru, Munteanu, Ilie, Barbu, Lungu, Toma',
    'L Racing, F L, Echipa L, L & Fiul, Columbofil L',
    'Rapid, Fulger, Steaua, Vulturul, Carpați, Zburătoarea',
  ),
  HU: land(
    'Gábor, László, István, Zoltán, Ferenc, Béla, Éva',
    'Szabados, Kiss, Molnár, Balogh, Farkas, Lakatos, Takács',
    'L Team, L és Fia, Dúc L, L – M',
    'Tisza, Villám, Sólyom, Csillag, Duna, Betyár',
    { family_first: true },
  ),
  CZ: land(
    'Jiří, Petr, Zdeněk, Josef, Milan, Jana',
    'Dvořák, Procházka, Kučera, Beneš, Fiala, Sedláček',
    'L a syn, F L, Team L, Chov L',
    'Vltava, Šíp, Bouřka, Modrá, Sokol',
  ),
  SK: land(
    'Marek, Ján, Peter, Štefan, Ľubomír',
    'Novotný, Hudák, Kováč, Varga, Oravec, Polák',
    'L Team, F L, L a syn',
    'Tatranka, Kriváň, Blesk, Perla, Jastrab',
  ),
  AT: land(
    'Franz, Josef, Gerhard, Erich, Karin',
    'Gruber, Hofer, Leitner, Steiner, Eder, Moser',
    'Schlag L, F L, L & Sohn',
    'Alpenrose, Föhn, Edelweiß, Donaublitz',
  ),
  CH: land(
    'Urs, Beat, Reto, Hansruedi, Ursula',
    'Zürcher, Ammann, Keller, Frei, Bühler, Odermatt',
    'Schlag L, F L, L – M',
    'Bergwind, Säntis, Enzian, Blitzli',
  ),
  DK: land(
    'Jens, Lars, Ole, Bent, Kirsten',
    'Nygaard, Holm, Lund, Kjær, Bak, Dahl',
    'L Slag, F L, L & Søn',
    'Vestenvind, Lyn, Havørn, Mågen',
  ),
  SE: land(
    'Anna, Lars, Göran, Bengt, Nils',
    'Lindqvist, Bergman, Sandberg, Ekström, Nyberg, Holmgren',
    'L Duvor, F L, Slag L',
    'Nordan, Blixten, Norrsken, Tärna',
  ),
  BG: land(
    'Georgi, Ivan, Dimitar, Stoyan',
    'Iliev, Kolev, Marinov, Todorov, Vasilev',
    'F L, L Team, L & Sin',
    'Balkan, Svetkavitsa, Zora, Rila',
  ),
  HR: land(
    'Ivan, Josip, Tomislav, Zlatko',
    'Babić, Knežević, Perić, Jurić, Šimić',
    'F L, Tim L, Braća L',
    'Bura, Strijela, Jadran, Lasta',
  ),
  GR: land(
    'Nikos, Giorgos, Kostas, Yannis',
    'Alexiou, Dimou, Kalogeras, Makris, Pappas',
    'F L, L Team, L & Yios',
    'Meltemi, Astrapi, Keravnos, Thalassa',
  ),
  TR: land(
    'Emre, Mehmet, Ahmet, Hakan, Cem',
    'Yıldızlar, Demir, Kaya, Aydın, Çelik',
    'L, F L, L Takımı, L Kardeşler',
    'Şimşek, Bulut, Yıldırım, Bozkır',
  ),
  US: land(
    'Bill, Randy, Chuck, Gary, Linda, Wayne',
    'Harmon, Whitfield, Crawford, Jennings, Barlow, Mercer',
    'Rocky Ridge Loft, L Family Loft, F L, L & Sons, L – M Partners',
    'Miss Montana, Lone Star, Thunder, Old Glory, Maverick',
  ),
  CA: land(
    'Doug, Ron, Gilles, Heather',
    'Fraser, Tremblay, McLeod, Bouchard',
    'F L, L Lofts, L & Sons',
    'Maple, Northern Light, Yukon',
  ),
  ZA: land(
    'Pieter, Hennie, Sipho, Riaan, Johan',
    'Botha, Dlamini, Venter, Naidoo, Kruger, Swart',
    'L Hokke, F L, L & Seuns',
    'Karoo, Protea, Springbok, Veldvlam',
  ),
  AE: land(
    'Khalid, Rashid, Saeed, Ahmed',
    'Al Nasim, Al Marri, Al Suwaidi, Al Ketbi, Al Falasi',
    'L Loft, F L, L Team',
    'Saqr, Barq, Najm, Reem',
  ),
  KW: land(
    'Fahad, Bader, Nasser, Yousef',
    'Al Rashed, Al Mutawa, Al Enezi, Al Hajri',
    'L Loft, F L, Team L',
    'Shaheen, Bahri, Noor',
  ),
  CN: land(
    'Wei, Jun, Qiang, Min, Lei, Hong',
    'Cheng, Zhou, Sun, Lin, Guo, Xu, He',
    'L F Syndicate, L F, L & M, Team L F',
    'Qingfeng, Feiyun, Honghu, Shandian, Mingyue',
    { family_first: true },
  ),
  TW: land(
    'Chih-ming, Yu-ting, Ming-hui, Chia-hao',
    'Chang, Tsai, Hsu, Yeh, Lai',
    'L F, Team L, L & M',
    'Jade, Typhoon, Alishan',
    { family_first: true },
  ),
  JP: land(
    'Kenji, Hiroshi, Takashi, Satoru, Yuko',
    'Suzumori, Hayashida, Kurosawa, Morimoto, Ishikura',
    'Team L, F L, L Loft',
    'Hayabusa, Raiden, Sakura, Tsubame',
  ),
  TH: land(
    'Anan, Somchai, Prasit, Niran',
    'Chaiyarat, Srisuk, Wongsa, Thongdee',
    'Siam Sky L, F L, L Loft',
    'Mekong, Phaya, Chao Fah',
  ),
  BD: land(
    'Rafiq, Kamal, Jahangir, Shahid, Nazrul, Tanvir, Monir, Habib',
    'Hossain, Rahman, Chowdhury, Sarker, Mia, Talukder, Bhuiyan, Sikder',
    'L Loft, F L, L & Brothers, F L Racing',
    'Jamuna, Bijli, Kalboishakhi, Shapla, Doel, Megh, Surjo',
  ),
  IN: land(
    'Ravi, Suresh, Arun, Vijay',
    'Nair, Das, Mukherjee, Reddy, Pillai',
    'F L, L Lofts, L & Sons',
    'Toofan, Bijlee, Garuda',
  ),
  PK: land(
    'Imran, Asif, Tariq, Bilal',
    'Qureshi, Butt, Malik, Sheikh',
    'F L, L Loft, L Brothers',
    'Shaheen, Ravi, Toofan',
  ),
};
